import { foreign, sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'
import type { ChildAnswer } from './child-messages.ts'

/** A ServiceError of a child, which a hostile file may have taken over. */
export const rejectionOf = ({ kind, message, errors }: Extract<ChildAnswer, { type: 'service-error' }>) =>
  new ServiceError(kind, foreign(message, sentence`The file cannot be read.`), { errors })
