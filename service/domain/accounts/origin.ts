/** The origin of a call, for sessions and the audit. */
export interface Origin {
  address: string
  requestId?: string
}
