import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

interface Answered {
  status?: number
  response?: { status?: number; headers?: Headers }
}

const statusOf = (error: unknown): number | undefined => {
  const { status, response } = (error ?? {}) as Answered
  return response?.status ?? (typeof status === 'number' ? status : undefined)
}

/**
 * True if Google rejected a request permanently: it did nothing. Without an answer, or after an error at Google, it may
 * have been applied, or may yet be.
 */
export function wasAnswered(error: unknown): boolean {
  const status = statusOf(error) ?? 0
  return status >= 400 && status < 500 && status !== 408
}

/** Google's rejection as a sentence for the person who can fix it. */
export function asSheetError(error: unknown, email: string): unknown {
  if (error instanceof ServiceError) return error
  const status = statusOf(error)
  if (status === 403)
    return new ServiceError(
      'conflict',
      sentence`Google does not let the service write this workbook. Share it with ${email} as an editor.`,
      { errors: [{ field: 'sheet_id', message: `Share the workbook with ${email} as an editor.` }] },
    )
  if (status === 404)
    return new ServiceError(
      'not-found',
      sentence`Google has no workbook with this sheet_id. Copy the ID from the workbook's URL.`,
      {
        errors: [{ field: 'sheet_id', message: 'This workbook does not exist.' }],
      },
    )
  if (status === 429)
    return new ServiceError('unavailable', sentence`Google is limiting requests. Try again in a minute.`, {
      headers: { 'Retry-After': '60' },
    })
  if (status === 400)
    return new ServiceError(
      'conflict',
      sentence`Google rejected this: the workbook may be another type of file.`,
      {
        errors: [{ field: 'sheet_id', message: 'It must be a Google sheet.' }],
      },
    )
  return new ServiceError(
    'unavailable',
    sentence`Google Sheets cannot be reached at the moment. Try again shortly.`,
    {
      headers: { 'Retry-After': '10' },
    },
  )
}
