type Quarter = 'Q1' | 'Q2' | 'Q3' | 'Q4'

/** The quarter of a month counted from 1. */
export function quarter(month: number): Quarter {
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    throw new RangeError('Invalid month number: out of range (1-12)')
  }
  return `Q${Math.ceil(month / 3)}` as Quarter
}
