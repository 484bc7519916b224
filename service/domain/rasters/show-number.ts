/** With the digits that 32-bit cells have, and the minus sign of texts: a command needs a hyphen. */
export const show = (value: number): string => String(Number(value.toPrecision(7))).replaceAll('-', '−')
