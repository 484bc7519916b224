const DECIMAL_COMMA = /^[+-]?\d*,\d+$/
/** Thousands, with what may separate them in the first group and a decimal mark that is another character. */
const THOUSANDS =
  /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+(?:,\d+)?|(?:[ \u00A0\u2009\u202F'’]\d{3})+(?:[.,]\d+)?)$/

export interface NumberReadings {
  /** With separators of thousands removed; null if it cannot be meant so. */
  thousands: string | null
  /** With a decimal comma replaced by a point. */
  decimal: string | null
}

/** The numbers that a text may mean in other conventions. `1,250` may be 1250 or 1.250; `1.250` as well. */
export function numberReadings(text: string): NumberReadings {
  return {
    thousands: THOUSANDS.test(text) ? withoutThousands(text) : null,
    decimal: DECIMAL_COMMA.test(text) ? text.replace(',', '.') : null,
  }
}

function withoutThousands(text: string): string {
  const [separator] = /[^\d+-]/.exec(text)!
  return text.replaceAll(separator, '').replace(',', '.')
}
