import { ApiError } from '~/api/api-error.ts'

const MOST = 10

/** The items of an error: where, what and how to fix it. */
export function ErrorItems({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.errors.length === 0) return null
  return (
    <ul className="list-disc pl-5">
      {error.errors.slice(0, MOST).map(({ row, column, message, help }) => (
        <li key={`${row}-${column}-${message}`}>
          {row != null && `Row ${row}: `}
          {message}
          {help && ` ${help}`}
        </li>
      ))}
      {error.errors.length > MOST && <li>and {error.errors.length - MOST} more</li>}
    </ul>
  )
}

/** Whether the same file may succeed a moment later. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500
