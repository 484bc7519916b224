import { ServiceError } from '../service-error.ts'

/** The disk is full, or this user's quota is used up. */
export const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '')

export const asFullDisk = (error: unknown): unknown =>
  isFull(error)
    ? new ServiceError(
        'no-storage',
        'Not enough storage is left to keep this file. Ask the operator of the service to free some.',
      )
    : error
