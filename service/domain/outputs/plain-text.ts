/**
 * A text cell that no spreadsheet takes for a formula: an apostrophe goes before a first character that would start one.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function plainText(text: string): string {
  return /^\s*[=+\-@\t\r＝＋－＠]/u.test(text) ? `'${text}` : text
}
