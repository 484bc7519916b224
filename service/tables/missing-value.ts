/** How R, SAS, Stata, pandas, spreadsheets and databases write a value that is missing. */
const MISSING = new Set(['na', '.', 'n/a', '#n/a', 'nan', '<na>', 'null'])

export const isMissing = (cell: string): boolean => cell.length < 5 && MISSING.has(cell.toLowerCase())
