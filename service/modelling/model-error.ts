/** Input that cannot be modelled; the message is one readable sentence for the job's row. */
export class ModelError extends Error {
  override name = 'ModelError'
}
