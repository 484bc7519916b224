/**
 * An answer that is already JSON text, e.g. from the database: parsing and serializing it again would delay other
 * calls.
 */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The same in pieces that are made while it is sent. */
export class JsonPieces {
  readonly pieces: AsyncIterable<string>
  /** What the largest piece takes while a reader takes its time. */
  readonly largestBytes: number

  constructor(pieces: AsyncIterable<string>, largestBytes: number) {
    this.pieces = pieces
    this.largestBytes = largestBytes
  }
}
