export interface WatchedSource {
  bytes: AsyncGenerator<Uint8Array>
  /** What the content itself threw, rather than the store that it is written to. */
  failure?: unknown
}

/** The same bytes, whose failure can be distinguished from one of the store. */
export function watchSource(content: AsyncIterable<Uint8Array>): WatchedSource {
  async function* bytes() {
    try {
      yield* content
    } catch (error) {
      source.failure = error
      throw error
    }
  }
  const source: WatchedSource = { bytes: bytes() }
  return source
}
