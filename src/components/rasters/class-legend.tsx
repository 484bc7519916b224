import type { BandClass } from '#contract/rasters/band-list.ts'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { percentage } from '~/lib/percentage.ts'

/** The legend of a categorical band: each class with its colour and its share of the cells. */
export function ClassLegend({
  title,
  classes,
}: {
  title: string
  /** Undefined while loading. */
  classes: readonly BandClass[] | null | undefined
}) {
  const cells = classes?.reduce((sum, one) => sum + one.cells, 0) ?? 0
  return (
    <div className="flex w-full flex-col gap-1 text-xs @min-[1000px]:w-60">
      <p className="text-sm leading-5 font-medium break-words">{title}</p>
      {!classes && <SkeletonLines lines={3} label="Loading the classes" />}
      {classes && (
        <ul
          aria-label="Classes"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls needs the keyboard
          tabIndex={0}
          className="tabular max-h-48 overflow-y-auto"
        >
          {classes.map(({ value, colour, cells: own }) => (
            <li key={value} className="flex items-center gap-2 py-0.5">
              <span
                aria-hidden="true"
                className="size-3.5 shrink-0 rounded-[2px] border print:[print-color-adjust:exact]"
                style={{ background: colour }}
              />
              <span className="flex-1">{value}</span>
              <span className="text-muted">{percentage(own, cells)} %</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
