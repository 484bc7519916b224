import { useQuery } from '@tanstack/react-query'
import type { Person } from '#contract/accounts.ts'
import { isAdmin } from '#contract/owners.ts'
import { Card } from '~/components/ui/card.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { ImageOff } from '~/components/ui/icons.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { looksLikeMarkup } from '~/lib/looks-like-markup.ts'
import { comicQuery } from '~/server/home.functions.ts'

/** HTML if the text looks like markup; other text keeps the skeleton. */
export function ComicPanel({ me }: { me: Person }) {
  const { data, error, refetch, isFetching } = useQuery(comicQuery)
  return (
    <Card title="Comic" className="grow">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : data?.html === '' ? (
        <NoComic configured={data.configured} mayConfigure={isAdmin(me)} />
      ) : data && looksLikeMarkup(data.html) ? (
        <div
          data-part="comic"
          className="flex flex-col gap-2 overflow-hidden [&_a]:text-link [&_a]:underline [&_img]:h-auto [&_img]:max-w-full [&_img]:bg-on-primary"
          // Sanitised on the server, in src/server/comic.server.ts.
          dangerouslySetInnerHTML={{ __html: data.html }}
        />
      ) : (
        <output aria-label="Loading the comic" className="flex flex-col gap-3">
          <Skeleton className="h-44!" />
          <Skeleton className="w-2/3" />
        </output>
      )}
    </Card>
  )
}

function NoComic({ configured, mayConfigure }: { configured: boolean; mayConfigure: boolean }) {
  if (configured) {
    return (
      <EmptyState icon={ImageOff} title="No comic right now" className="py-4!">
        Its address does not answer. Strata retries within a minute.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={ImageOff} title="No comic yet" className="py-4!">
      {mayConfigure ? (
        <>
          Set <code>COMIC_URL</code> to an address such as <code>https://xkcd.com/info.0.json</code> and
          restart.
        </>
      ) : (
        'An admin can choose one.'
      )}
    </EmptyState>
  )
}
