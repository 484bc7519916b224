import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listDatasets } from '#contract/rasters/worldpop-list.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { Field } from '~/components/ui/fields/field.tsx'
import { FileDrop } from '~/components/ui/fields/file-drop.tsx'
import { Input } from '~/components/ui/fields/input.tsx'
import { Segmented } from '~/components/ui/fields/segmented.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { placeGroupsQuery } from '~/server/place-groups.functions.ts'
import { datasetsQuery } from '~/server/worldpop.functions.ts'
import type { AggregateChoice, AggregateProblems } from './aggregate-choice.ts'
import { areasOfFile } from './areas-of-file.ts'
import { UnionField } from './union-field.tsx'

const OUTLINES = [
  { value: 'version', label: 'Another version' },
  { value: 'file', label: 'A file' },
  { value: 'layer', label: "The layer's units" },
] as const

interface FormProps {
  job: number
  iso3: string
  choice: AggregateChoice
  problems: AggregateProblems
  disabled: boolean
  onChange: (choice: AggregateChoice) => void
}

/** What is to be other than in the layer. */
export function AggregateForm({ hasArea, ...props }: FormProps & { hasArea: boolean }) {
  const { job, choice, problems, disabled, onChange } = props
  return (
    <fieldset className="flex min-w-0 flex-col gap-4" disabled={disabled}>
      <legend className="sr-only">Figures</legend>
      {!hasArea && (
        <>
          <Segmented
            label="Boundaries"
            value={choice.outlines}
            options={OUTLINES}
            onChange={(outlines) => onChange({ ...choice, outlines })}
          />
          {choice.outlines === 'version' && <VersionField {...props} />}
          {choice.outlines === 'file' && <FileField {...props} />}
          {choice.outlines === 'layer' && (
            <UnionField job={job} codes={choice.union} onChange={(union) => onChange({ ...choice, union })} />
          )}
        </>
      )}
      <PeopleField {...props} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Threshold, %" help="Empty: as in the layer." error={problems.threshold}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={choice.threshold}
              onChange={({ target }) => onChange({ ...choice, threshold: target.value })}
            />
          )}
        </Field>
        <Field
          label="Rake to a national prevalence, %"
          help="Empty: as in the layer."
          error={problems.rakeTo}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={choice.rakeTo}
              onChange={({ target }) => onChange({ ...choice, rakeTo: target.value })}
            />
          )}
        </Field>
      </div>
    </fieldset>
  )
}

function VersionField({ iso3, choice, problems, onChange }: FormProps) {
  const query = listPlaceGroupVersions.query.parse({ iso3_code: iso3, place_type: ['adm1', 'adm2'] })
  const { data } = useQuery(placeGroupsQuery(query))
  return (
    <Field
      label="Version"
      error={problems.version}
      help={data?.content.length === 0 ? 'The catalogue has no admin units of this country.' : undefined}
    >
      {(control) => (
        <Select
          {...control}
          value={choice.version ?? ''}
          onChange={({ target }) =>
            onChange({ ...choice, version: target.value === '' ? null : Number(target.value) })
          }
        >
          <option value="">{data ? 'Choose a version' : 'Loading the versions'}</option>
          {data?.content.map(({ id, place_type, version, places }) => (
            <option key={id} value={id}>
              {place_type.toUpperCase()} · {version} ({places})
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function FileField({ choice, problems, disabled, onChange }: FormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const take = async ([file]: File[]) => {
    const areas = areasOfFile(await file.text())
    setProblem(typeof areas === 'string' ? areas : null)
    onChange({ ...choice, file: typeof areas === 'string' ? null : { name: file.name, areas } })
  }
  const error = problem ?? problems.file
  return (
    <div className="flex flex-col gap-1">
      <FileDrop
        compact
        label="Outlines"
        help="GeoJSON with polygons in degrees."
        accept={['.geojson', '.json']}
        disabled={disabled}
        onFiles={(files) => void take(files)}
      />
      {choice.file && (
        <output className="text-sm break-words">
          {choice.file.name}: {choice.file.areas.length} {choice.file.areas.length === 1 ? 'unit' : 'units'}
        </output>
      )}
      {error && (
        <p role="alert" className="text-xs text-error">
          {error}
        </p>
      )}
    </div>
  )
}

function PeopleField({ iso3, choice, onChange }: FormProps) {
  const { data } = useQuery(datasetsQuery(listDatasets.query.parse({ iso3_code: iso3, limit: 250 })))
  const bands = (data?.content ?? []).flatMap(({ bands: own }) => own)
  return (
    <Field label="People" help="Prevalence of a unit is the mean over its people.">
      {(control) => (
        <Select
          {...control}
          value={choice.people}
          onChange={({ target: { value } }) =>
            onChange({ ...choice, people: value === 'layer' || value === 'none' ? value : Number(value) })
          }
        >
          <option value="layer">As in the layer</option>
          <option value="none">None: all cells weigh the same</option>
          {bands.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
