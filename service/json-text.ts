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
