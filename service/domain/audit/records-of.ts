const MAX_IDS = 50

/** Several records of one kind, as the audit writes them. */
export const recordsOf = (kind: string, records: readonly { id: number }[]): string =>
  `${kind}:${[...new Set(records.map(({ id }) => id))].slice(0, MAX_IDS).join(',')}`
