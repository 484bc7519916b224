/** Colours for new tags; they are the tag's own data, in every theme. */
export const TAG_COLOURS = [
  { colour: '#51637a', name: 'Slate' },
  { colour: '#1dd3b0', name: 'Teal' },
  { colour: '#0b5cab', name: 'Blue' },
  { colour: '#7b3fa0', name: 'Violet' },
  { colour: '#c2256b', name: 'Pink' },
  { colour: '#d9480f', name: 'Orange' },
  { colour: '#c99700', name: 'Gold' },
  { colour: '#2b8a3e', name: 'Green' },
] as const
