import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '#contract/endpoint.ts'
import { PLACE_TYPES } from '#contract/place-group-list.ts'
import { importPlaceGroup, validatePlaceGroup } from '#contract/place-groups.ts'
import { upload } from '~/api/upload.ts'
import { stepsOf } from '~/components/countries/adding.ts'
import { ChosenFile } from '~/components/form/chosen-file.tsx'
import { UploadProgress } from '~/components/form/upload-progress.tsx'
import { rejectedFields, useContractForm } from '~/components/form/use-contract-form.ts'
import { useCountryOptions } from '~/components/form/use-country-options.ts'
import { showSnackbar } from '~/components/layout/snackbar-store.ts'
import { LEVEL_WORDS } from '~/components/place-groups/place-group-words.ts'
import { Button } from '~/components/ui/button.tsx'
import { count } from '~/lib/figures.ts'
import { OutlinesVerdict } from './outlines-verdict.tsx'
import { readProperties } from './read-properties.ts'

const labels = {
  iso3_code: 'Country',
  place_type: 'Level',
  version: 'Version',
  name_field: 'Property with the name',
  code_field: 'Property with the code',
  parent_field: 'Property with the code of the unit above',
  layer: 'Layer of the GeoPackage',
  default: 'Default version',
}
const levels = PLACE_TYPES.map((value) => ({ value, label: `${LEVEL_WORDS[value]} (${value})` }))

/** The outlines' country and level, and their file: validated first on request. */
export function ImportForm({ adding }: { adding: string | undefined }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const countryOptions = useCountryOptions('Choose a country')
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  const [properties, setProperties] = useState<readonly string[]>([])
  const [sent, setSent] = useState<number | null>(null)
  const [verdict, setVerdict] = useState<Answer<typeof validatePlaceGroup> | null>(null)
  const { form, submit, others } = useContractForm({
    check: (body) => rejectedFields(importPlaceGroup.body, body),
    defaults: {
      iso3_code: adding ?? '',
      place_type: 'adm1',
      version: '',
      name_field: 'name',
      code_field: 'code',
      parent_field: '',
      layer: '',
      default: true,
    },
    send: async (body, { check }: { check: boolean }) => {
      if (!file) return
      setVerdict(null)
      setSent(0)
      try {
        const input = { body, files: { file } }
        if (check) return setVerdict(await upload(validatePlaceGroup, input, { onProgress: setSent }))
        const { id, places } = await upload(importPlaceGroup, input, { onProgress: setSent })
        void client.invalidateQueries({ queryKey: ['place-groups'] })
        showSnackbar({ color: 'success', message: `Imported ${count(places)} units` })
        await navigate(
          adding === undefined
            ? { to: '/place-groups/$id', params: { id: String(id) } }
            : stepsOf(String(body['iso3_code'])),
        )
      } finally {
        setSent(null)
      }
    },
  })
  const choose = async (chosen: File | null) => {
    setFile(chosen)
    setVerdict(null)
    const found = chosen ? await readProperties(chosen) : { names: [] }
    setProperties(found.names)
    if (found.name !== undefined) form.setFieldValue('name_field', found.name)
    if (found.code !== undefined) form.setFieldValue('code_field', found.code)
  }
  const send = (check: boolean) => {
    setFileError(file ? undefined : 'Choose the file of the outlines.')
    void submit({ check })
  }
  const busy = sent !== null
  const suggestions = properties.length > 0 ? properties : undefined
  const geoPackage = file?.name.toLowerCase().endsWith('.gpkg') ?? false
  return (
    <form
      noValidate
      aria-label="Import outlines"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) send(false)
      }}
    >
      <form.AppForm>
        <form.FormProblems labels={labels} others={others} />
      </form.AppForm>
      <ChosenFile
        label="Choose the outlines, or drop them here"
        help="GeoJSON or GeoPackage in EPSG:4326 (longitude, latitude), up to 100 MiB"
        accept={['.geojson', '.json', '.gpkg']}
        file={file}
        error={file ? undefined : fileError}
        disabled={busy}
        onFile={(chosen) => void choose(chosen)}
      />
      <div className="grid gap-4 min-[560px]:grid-cols-2">
        <form.AppField name="iso3_code">
          {(field) => <field.SelectField required label={labels.iso3_code} options={countryOptions} />}
        </form.AppField>
        <form.AppField name="place_type">
          {(field) => <field.SelectField required label={labels.place_type} options={levels} />}
        </form.AppField>
        <form.AppField name="version">
          {(field) => (
            <field.TextField
              required
              maxLength={100}
              label={labels.version}
              help="A short name, e.g. the year or the publisher"
            />
          )}
        </form.AppField>
        <form.AppField name="default">
          {(field) => (
            <field.CheckField label={labels.default} help="New layers use it unless they name another" />
          )}
        </form.AppField>
        <form.AppField name="name_field">
          {(field) => (
            <field.TextField
              maxLength={200}
              label={labels.name_field}
              placeholder="name"
              suggestions={suggestions}
            />
          )}
        </form.AppField>
        <form.AppField name="code_field">
          {(field) => (
            <field.TextField
              maxLength={200}
              label={labels.code_field}
              placeholder="code"
              help="Unique in the file"
              suggestions={suggestions}
            />
          )}
        </form.AppField>
        <form.AppField name="parent_field">
          {(field) => (
            <field.TextField
              maxLength={200}
              label={labels.parent_field}
              help="Optional, for levels below the country"
              suggestions={suggestions}
            />
          )}
        </form.AppField>
        {geoPackage && (
          <form.AppField name="layer">
            {(field) => (
              <field.TextField maxLength={200} label={labels.layer} help="If the file has several" />
            )}
          </form.AppField>
        )}
      </div>
      <UploadProgress sent={sent} checking="Checking the outlines" />
      {verdict && <OutlinesVerdict verdict={verdict} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" disabled={busy} onClick={() => send(true)}>
          Check outlines
        </Button>
        <Button type="submit" busy={busy}>
          Import outlines
        </Button>
      </div>
    </form>
  )
}
