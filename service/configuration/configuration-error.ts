/** A configuration that cannot be read as a table at all; `message` is one sentence for the person. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly kind: 'invalid' | 'too-large' | 'unsupported-type'

  constructor(kind: ConfigurationError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
