import { useId } from 'react'
import { type TrackerWorkbook, sheetId, sheetName } from '#contract/layer-tracker.ts'
import { Field } from '~/components/ui/fields/field.tsx'
import { Input } from '~/components/ui/fields/input.tsx'
import { Select } from '~/components/ui/fields/select.tsx'

const NEW = 'new'
const OTHER = 'other'

/** The person's choices so far, complete or not. */
export interface Place {
  /** Id of an existing workbook, or NEW, or OTHER. */
  workbook: string
  /** Title of the new workbook. */
  title: string
  /** Address or id of another workbook. */
  address: string
  /** Name of an existing workbook's sheet, or NEW. */
  sheet: string
  /** Name of a typed sheet. */
  name: string
  /** Whether the workbook at `address` is to be created. */
  create: boolean
}

export const startPlace = (workbooks: readonly TrackerWorkbook[]): Place => ({
  workbook: workbooks[0]?.sheet_id ?? NEW,
  title: '',
  address: '',
  sheet: workbooks[0]?.sheets[0]?.name ?? NEW,
  name: 'Layers',
  create: false,
})

/** The id in a Google sheet's address, or the text itself. */
const idIn = (address: string): string => /\/d\/([\w-]+)/.exec(address)?.[1] ?? address.trim()

const writtenOut = ({ workbook, sheet }: Place) => workbook === NEW || workbook === OTHER || sheet === NEW

export interface Target {
  /** Null: a new workbook, whose id the service chooses. */
  sheet_id: string | null
  sheet_name: string
  /** Absent unless true. */
  create?: true
}

/** Where the rows would go; undefined while something is missing or invalid. */
export function targetOf(place: Place): Target | undefined {
  const name = sheetName.safeParse(writtenOut(place) ? place.name : place.sheet)
  if (!name.success) return undefined
  if (place.workbook === NEW)
    return place.title.trim() === '' ? undefined : { sheet_id: null, sheet_name: name.data }
  const id = sheetId.safeParse(place.workbook === OTHER ? idIn(place.address) : place.workbook)
  if (!id.success) return undefined
  const create = place.workbook === OTHER && place.create
  return { sheet_id: id.data, sheet_name: name.data, ...(create && { create }) }
}

/** Workbook and sheet: an existing workbook, another one by its address, or a new one. */
export function TrackerPlace({
  place,
  workbooks,
  disabled,
  onChange,
}: {
  place: Place
  workbooks: readonly TrackerWorkbook[]
  disabled: boolean
  onChange: (place: Place) => void
}) {
  const key = useId()
  const workbook = workbooks.find(({ sheet_id }) => sheet_id === place.workbook)
  const set = (part: Partial<Place>) => onChange({ ...place, ...part })
  const named = place.name.trim()
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-3">
      <legend className="sr-only">Where the rows go</legend>
      <Field label="Workbook">
        {(control) => (
          <Select
            {...control}
            value={place.workbook}
            onChange={({ target: { value } }) =>
              set({
                workbook: value,
                sheet: workbooks.find(({ sheet_id }) => sheet_id === value)?.sheets[0]?.name ?? NEW,
              })
            }
          >
            {workbooks.map(({ sheet_id, title }) => (
              <option key={sheet_id} value={sheet_id}>
                {title}
              </option>
            ))}
            <option value={NEW}>New workbook …</option>
            <option value={OTHER}>Another one, by its address …</option>
          </Select>
        )}
      </Field>
      {place.workbook === NEW && (
        <Field label="Title of the new workbook">
          {(control) => (
            <Input
              {...control}
              key={key}
              value={place.title}
              maxLength={200}
              autoComplete="off"
              placeholder="e.g. Layers 2026"
              onChange={(event) => set({ title: event.target.value })}
            />
          )}
        </Field>
      )}
      {place.workbook === OTHER && (
        <Field
          label="Address or id of the workbook"
          help="A Google sheet works when your organisation has set it up."
          error={
            place.address.trim() !== '' &&
            !sheetId.safeParse(idIn(place.address)).success &&
            'It contains no workbook id. Copy the whole address from the browser.'
          }
        >
          {(control) => (
            <Input
              {...control}
              value={place.address}
              maxLength={500}
              autoComplete="off"
              onChange={(event) => set({ address: event.target.value, create: false })}
            />
          )}
        </Field>
      )}
      {workbook && (
        <Field label="Sheet">
          {(control) => (
            <Select {...control} value={place.sheet} onChange={(event) => set({ sheet: event.target.value })}>
              {workbook.sheets.map(({ name, rows }) => (
                <option key={name} value={name}>
                  {name} ({rows.toLocaleString('en')} {rows === 1 ? 'row' : 'rows'})
                </option>
              ))}
              <option value={NEW}>New sheet …</option>
            </Select>
          )}
        </Field>
      )}
      {writtenOut(place) && (
        <Field
          label="Name of the sheet"
          error={
            named !== '' &&
            !sheetName.safeParse(named).success &&
            'At most 31 characters, without [ ] : * ? / \\.'
          }
        >
          {(control) => (
            <Input
              {...control}
              value={place.name}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
      )}
    </fieldset>
  )
}
