const MAX_CHARACTERS = 300

/** What people typed, as one line that XML can hold: control characters are left out, and long texts cut. */
export function cleanText(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\uFFFE\uFFFF]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…` : line
}
