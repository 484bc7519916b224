/** Whether a file's name ends in one of these, such as `.csv`, in any case. */
export const hasEnding = (name: string, endings: readonly string[]): boolean =>
  endings.some((ending) => name.toLowerCase().endsWith(ending))
