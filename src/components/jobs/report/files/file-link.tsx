import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { ErrorState } from '~/components/form/error-state.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { LinkTabs } from './link-tabs.tsx'

/** A signed link with its code snippets, while it is created too. */
export function FileLink({
  link: { data, error, isFetching, refetch },
  ...file
}: {
  link: UseQueryResult<{ url: string; expires_at: string }>
} & Omit<ComponentProps<typeof LinkTabs>, 'url' | 'expiresAt'>) {
  if (data) return <LinkTabs {...file} url={data.url} expiresAt={data.expires_at} />
  if (!error) return <SkeletonLines lines={4} label="Creating the link" />
  return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
}
