import { useQuery } from '@tanstack/react-query'
import type { Person } from '#contract/accounts.ts'
import { isAdmin } from '#contract/owners.ts'
import { Card } from '~/components/ui/card.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { looksLikeMarkup } from '~/lib/looks-like-markup.ts'
import { comicQuery } from '~/server/home.functions.ts'

/** HTML if the text looks like markup, otherwise a skeleton; a line below it says why it will not load. */
export function ComicPanel({ me }: { me: Person }) {
  const { data, error, refetch, isFetching } = useQuery(comicQuery)
  if (data && looksLikeMarkup(data.html)) {
    return (
      <Card title="Comic" className="grow">
        <div
          data-part="comic"
          className="flex flex-col gap-2 overflow-hidden [&_a]:text-link [&_a]:underline [&_img]:h-auto [&_img]:max-w-full [&_img]:bg-on-primary"
          // Sanitised on the server, in src/server/comic.server.ts.
          dangerouslySetInnerHTML={{ __html: data.html }}
        />
      </Card>
    )
  }
  const waits = !error && data?.html !== ''
  const still = waits ? '' : 'animate-none'
  return (
    <Card title="Comic" className="grow">
      <output aria-label={waits ? 'Loading the comic' : 'No comic'} className="flex flex-col gap-3">
        <Skeleton className={`h-44! ${still}`} />
        <Skeleton className={`w-2/3 ${still}`} />
      </output>
      {error ? (
        <p className="mt-3 flex flex-wrap items-center gap-2 text-sm text-muted">
          The comic did not load.
          <Button variant="secondary" size="small" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        data?.html === '' && <NoComic configured={data.configured} mayConfigure={isAdmin(me)} />
      )}
    </Card>
  )
}

function NoComic({ configured, mayConfigure }: { configured: boolean; mayConfigure: boolean }) {
  return (
    <p className="mt-3 text-sm text-muted">
      {configured ? (
        'Its address does not answer. Strata retries within a minute.'
      ) : mayConfigure ? (
        <>
          No comic yet. Set <code>COMIC_URL</code> to an address such as{' '}
          <code>https://xkcd.com/info.0.json</code> and restart.
        </>
      ) : (
        'No comic yet. An admin can choose one.'
      )}
    </p>
  )
}
