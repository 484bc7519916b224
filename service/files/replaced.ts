import { ServiceError } from '../service-error.ts'

export const replaced = () =>
  new ServiceError('conflict', 'The file was replaced in the store while it was being read. Try again.')
