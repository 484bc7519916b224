import { failureMessage } from '~/api/api-error.ts'
import { Button } from '~/components/ui/button.tsx'
import { Spinner } from '~/components/ui/spinner.tsx'
import { cn } from '~/lib/class-names.ts'
import type { FoundGroups } from './use-found-groups.ts'

/** Whether records are being searched, could not be, or do not exist. */
export function PaletteStatus({ text, groups, count }: { text: string; groups: FoundGroups; count: number }) {
  const { isSearching, result } = groups
  const isEmpty = text !== '' && count === 0 && !isSearching && !result.isError
  return (
    <div
      className={cn(
        'flex min-h-10 flex-wrap items-center gap-2 px-3 py-2 text-sm text-muted',
        count > 0 && 'border-t',
      )}
    >
      {text !== '' && result.isError && !isSearching ? (
        <>
          <p role="alert" className="min-w-0 flex-1 text-error">
            Records could not be searched: {failureMessage(result.error)}
          </p>
          <Button variant="secondary" size="small" onClick={() => void result.refetch()}>
            Try again
          </Button>
        </>
      ) : (
        <>
          {isSearching && <Spinner />}
          <output className="min-w-0 break-words">{wordsOf(text, { isSearching, isEmpty, count })}</output>
        </>
      )}
    </div>
  )
}

function wordsOf(
  text: string,
  { isSearching, isEmpty, count }: { isSearching: boolean; isEmpty: boolean; count: number },
): string {
  if (text === '') return 'Type a name, a key or an id.'
  if (isSearching) return 'Searching records…'
  if (isEmpty) return `Nothing found for ‘${text}’. Try a part of a name, a job’s key or an id.`
  return count === 1 ? '1 result' : `${count} results`
}
