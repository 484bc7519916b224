type Value = Sentence | string | number | null | undefined

/**
 * A sentence for a person, and its template: the same with '…' for each value, so that nothing that was sent is kept where
 * records are never deleted.
 */
export class Sentence {
  readonly text: string
  readonly template: string

  private constructor(text: string, template: string) {
    this.text = text
    this.template = template
  }

  static tag(this: void, parts: TemplateStringsArray, ...values: Value[]): Sentence {
    const join = (show: (value: Value) => string) =>
      parts.reduce((text, part, i) => text + show(values[i - 1]) + part)
    return new Sentence(
      join((value) => (value instanceof Sentence ? value.text : String(value))),
      join((value) => (value instanceof Sentence ? value.template : '…')),
    )
  }

  static fixed(this: void, value: string | number): Sentence {
    return new Sentence(String(value), String(value))
  }

  static foreign(this: void, text: string, { template }: Sentence): Sentence {
    return new Sentence(text, template)
  }
}

/** Tags the template of every sentence: sentence`There is no job ${id}.` */
export const sentence = Sentence.tag

/** A value that the service states itself and nobody sent, such as a limit or a role: part of the template. */
export const fixed = Sentence.fixed

/** A text that was built elsewhere and may hold anything, with a general sentence in the place of its template. */
export const foreign = Sentence.foreign
