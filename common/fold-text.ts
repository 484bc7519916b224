/** For searches in which neither case nor accents count: 'Côte' → 'cote'. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
