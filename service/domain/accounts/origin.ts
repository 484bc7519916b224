/** Where a call comes from; for sessions and the audit. */
export interface Origin {
  address: string
  requestId?: string
}
