import { sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'

export const replaced = () =>
  new ServiceError(
    'conflict',
    sentence`The file was replaced in the store while it was being read. Try again.`,
  )
