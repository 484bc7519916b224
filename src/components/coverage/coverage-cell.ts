/** The class of a link in a covered cell. */
export const coverageCellClass =
  'grid size-full min-h-9 min-w-11 place-items-center bg-selected font-medium text-text no-underline hover:bg-hover hover:underline'
