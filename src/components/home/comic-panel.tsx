import { useQuery } from '@tanstack/react-query'
import type { Person } from '#contract/accounts/accounts.ts'
import { isAdmin } from '#contract/accounts/owners.ts'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { looksLikeMarkup } from '~/lib/looks-like-markup.ts'
import { comicQuery } from '~/server/home.functions.ts'

/** HTML if the text looks like markup, otherwise a skeleton; a line below it says why it will not load. */
export function ComicPanel({ me }: { me: Person }) {
  const { data, error, refetch, isFetching } = useQuery(comicQuery)
  const html = data && looksLikeMarkup(data.html) ? data.html : undefined
  // Nobody else can do anything about it.
  if (data?.configured === false && data.html === '' && !isAdmin(me)) return null
  const waits = !error && data?.html !== ''
  return (
    <Card title="Comic" className="grow">
      {html !== undefined ? (
        <div
          data-part="comic"
          className="flex flex-col gap-2 overflow-hidden [&_a]:text-link [&_a]:underline [&_img]:h-auto [&_img]:max-w-full [&_img]:bg-on-primary"
          // Sanitised on the server, in src/server/comic.server.ts.
          dangerouslySetInnerHTML={{ __html: html }}
        />
      ) : (
        <output aria-label={waits ? 'Loading the comic' : 'No comic'} className="flex flex-col gap-3">
          <Skeleton className="h-44!" still={!waits} />
          <Skeleton className="w-2/3" still={!waits} />
        </output>
      )}
      {html === undefined && error && (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {!error && data?.html === '' && <NoComic configured={data.configured} />}
    </Card>
  )
}

function NoComic({ configured }: { configured: boolean }) {
  return (
    <p className="mt-3 text-sm text-muted">
      {configured ? (
        'Its address does not respond. Strata retries within a minute.'
      ) : (
        <>
          No comic yet. Set <code>COMIC_URL</code> to an address such as{' '}
          <code>https://xkcd.com/info.0.json</code> and restart.
        </>
      )}
    </p>
  )
}
