/** A file that arrives in pieces, perhaps over days and through several processes. It is not in the store until it is complete. */
export interface GrowingFile {
  /**
   * Bytes that are kept, also if every process ends now. If the file is gone: 0 where it can begin again, as in a local
   * folder; otherwise throws ServiceError 'not-found'.
   */
  offset(): Promise<number>
  /**
   * Appends from `offset`, which must be the current one, and stops at the file's size. What arrived before an error of
   * `content` is kept.
   */
  append(offset: number, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Puts the whole file into the store under its key; does nothing if it is there already. */
  complete(): Promise<void>
  /** Removes what has arrived. */
  discard(): Promise<void>
}

export interface Growing {
  key: string
  /** Size of the whole file, in bytes. */
  size: number
  /** What `begin` returned. */
  handle: string
}
