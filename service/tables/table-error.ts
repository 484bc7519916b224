/** A file that cannot be read as a table; `message` is one sentence for the person. */
export class TableError extends Error {
  override readonly name = 'TableError'
  readonly kind: 'invalid' | 'too-large' | 'unsupported-type'

  constructor(kind: TableError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
