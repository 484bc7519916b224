import { histogramOf } from '~/lib/histogram.ts'

const BINS = 20

/** How values are distributed: bars, and in words their ends and their median. */
export function Distribution({
  title,
  values,
  show,
}: {
  title: string
  values: readonly number[]
  show: (value: number) => string
}) {
  const distribution = histogramOf(values, BINS)
  if (!distribution) return null
  const { min, max, histogram } = distribution
  const most = Math.max(...histogram)
  const median = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
  return (
    <figure className="min-w-0">
      <figcaption className="font-medium">{title}</figcaption>
      <div aria-hidden="true" className="mt-1 flex h-12 items-end gap-px border-b">
        {histogram.map((count, bin) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- a bin is its place
            key={bin}
            className="min-w-0 flex-1 bg-link"
            style={{ height: `${(100 * count) / most}%` }}
          />
        ))}
      </div>
      <p className="mt-1 text-xs text-muted">
        {show(min)} to {show(max)}, median {show(median)}
      </p>
    </figure>
  )
}
