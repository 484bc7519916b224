export const layersInWords = (count: number): string =>
  `${count.toLocaleString('en')} layer${count === 1 ? '' : 's'}`
