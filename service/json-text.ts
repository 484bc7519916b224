/** An answer that is JSON already, e.g. written by the database: parsing it and writing it again would hold up other calls. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
