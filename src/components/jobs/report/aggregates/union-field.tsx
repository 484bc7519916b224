import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Checkbox } from '~/components/ui/fields/checkbox.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { admDataQuery } from '~/server/jobs.functions.ts'

/** Chooses units of the layer that count as one. */
export function UnionField({
  job,
  codes,
  onChange,
}: {
  job: number
  codes: readonly string[]
  onChange: (codes: string[]) => void
}) {
  const id = useId()
  const { data } = useQuery(admDataQuery(job))
  if (!data) return <SkeletonLines lines={3} label="Loading the units" />
  return (
    <div className="flex flex-col gap-1">
      <p id={id} className="text-sm font-medium">
        Join units into one
      </p>
      <ul aria-labelledby={id} className="max-h-40 overflow-auto rounded border px-3 py-1">
        {data.content.map(({ level, code, name }) => (
          <li key={`${level} ${code}`}>
            <label htmlFor={`${id} ${level} ${code}`} className="flex items-center gap-2 py-1 text-sm">
              <Checkbox
                id={`${id} ${level} ${code}`}
                checked={codes.includes(code)}
                onCheckedChange={(on) =>
                  onChange(on === true ? [...codes, code] : codes.filter((one) => one !== code))
                }
              />
              {name}
            </label>
          </li>
        ))}
      </ul>
    </div>
  )
}
