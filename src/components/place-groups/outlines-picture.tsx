import type { Answer } from '#contract/endpoint.ts'
import type { getPlaces } from '#contract/places/place-groups.ts'
import { picture } from './picture.ts'

type Feature = Answer<typeof getPlaces>['features'][number]

/** The units as a plain drawing; the name of each is its tooltip. */
export function OutlinesPicture({ features, label }: { features: readonly Feature[]; label: string }) {
  const { width, height, shapes } = picture(features)
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of the page itself, not a file
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      className="max-h-[28rem] w-full rounded border bg-sunk p-3"
    >
      {shapes.map(({ code, name, path }) => (
        <path
          key={code}
          d={path}
          fillRule="evenodd"
          vectorEffect="non-scaling-stroke"
          className="fill-raised stroke-control stroke-1 hover:fill-selected"
        >
          <title>{name}</title>
        </path>
      ))}
    </svg>
  )
}
