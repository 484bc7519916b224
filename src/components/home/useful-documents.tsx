import { useQuery } from '@tanstack/react-query'
import { Card } from '~/components/ui/card.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { ExternalLink } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { documentsQuery } from '~/server/home.functions.ts'

export function UsefulDocuments() {
  const { data, error, refetch, isFetching } = useQuery(documentsQuery)
  return (
    <Card title="Useful Documents">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : !data ? (
        <SkeletonLines lines={8} />
      ) : data.length === 0 ? (
        <EmptyState title="No documents yet">An admin lists them in the configuration.</EmptyState>
      ) : (
        <ul className="flex flex-col divide-y">
          {data.map(({ title, url, description }) => (
            <li key={url} className="py-2 first:pt-0 last:pb-0">
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex items-center gap-1.5 font-medium text-link underline-offset-2 hover:underline"
              >
                {title}
                <ExternalLink aria-hidden="true" className="size-3.5" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
              <p className="text-muted">{description}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
