/** With the digits that 32-bit cells have, and the minus sign of texts: a command needs a hyphen. */
export const show = (value: number): string => showExactly(Number(value.toPrecision(7)))

export const showExactly = (value: number): string => String(value).replaceAll('-', '−')

export const count = (n: number, one: string, several: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : several}`
