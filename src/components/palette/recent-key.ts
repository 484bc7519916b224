/** With a person's id: where this browser keeps the destinations that they chose in the palette. */
export const RECENT = 'recent:'

/** The logout removes everybody's: they name records. */
export function forgetRecent(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(RECENT)) localStorage.removeItem(key)
}
