/** The tags in a text: separated by commas. */
export const tagNames = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
