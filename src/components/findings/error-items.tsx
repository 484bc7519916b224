import { ApiError } from '~/api/api-error.ts'
const MOST = 10

/** The items of an error: where, what and how to fix it; none that only repeats its sentence. */
export function ErrorItems({ error }: { error: unknown }) {
  if (!(error instanceof ApiError)) return null
  const items = error.errors.filter(
    ({ row, message, help }) => row != null || help || message !== error.detail,
  )
  if (items.length === 0) return null
  return (
    <ul className="list-disc pl-5">
      {items.slice(0, MOST).map(({ row, column, message, help }) => (
        <li key={`${row}-${column}-${message}`}>
          {row != null && `Row ${row}: `}
          {message}
          {help && ` ${help}`}
        </li>
      ))}
      {items.length > MOST && <li>and {items.length - MOST} more</li>}
    </ul>
  )
}
