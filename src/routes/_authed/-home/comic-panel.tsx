import { useQuery } from '@tanstack/react-query'
import { Card } from '~/components/ui/card.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { looksLikeMarkup } from '~/lib/looks-like-markup.ts'
import { comicQuery } from '~/server/home.functions.ts'

/** HTML when the text looks like markup, otherwise (empty, plain, failed) the skeleton stays. */
export function ComicPanel() {
  const { data = '' } = useQuery(comicQuery)
  return (
    <Card title="Comic">
      {looksLikeMarkup(data) ? (
        <div
          data-part="comic"
          className="flex flex-col gap-2 overflow-hidden [&_a]:text-link [&_a]:underline [&_img]:h-auto [&_img]:max-w-full [&_img]:bg-on-primary"
          // Sanitised on the server, in src/server/comic.server.ts.
          dangerouslySetInnerHTML={{ __html: data }}
        />
      ) : (
        <output aria-label="Loading the comic" className="flex flex-col gap-3">
          <Skeleton className="h-44" />
          <Skeleton className="w-2/3" />
        </output>
      )}
    </Card>
  )
}
