import { Skeleton } from '~/components/ui/skeleton.tsx'

/** The skeleton of a loading report. */
export function ReportSkeleton() {
  return (
    <output aria-label="Loading the report" className="flex flex-col gap-4">
      <Skeleton className="h-7! w-1/2" />
      <Skeleton className="h-6! w-80 max-w-full" />
      <div className="grid gap-4 xl:grid-cols-[20rem_minmax(0,1fr)]">
        <Skeleton className="h-80! w-full" />
        <Skeleton className="h-[min(70dvh,620px)]! w-full" />
      </div>
      <Skeleton className="h-64! w-full" />
    </output>
  )
}
