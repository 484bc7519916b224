import { Skeleton } from '~/components/ui/skeleton.tsx'

/** The skeleton of a loading report. */
export function ReportSkeleton() {
  return (
    <output aria-label="Loading the report" className="flex flex-col gap-4">
      <Skeleton className="h-8! w-2/3" />
      <Skeleton className="h-6! w-80 max-w-full" />
      <Skeleton className="h-4! w-1/2" />
      <Skeleton className="h-9! w-72 max-w-full" />
      <Skeleton className="h-[min(70dvh,620px)]! w-full" />
      <Skeleton className="h-64! w-full" />
    </output>
  )
}
