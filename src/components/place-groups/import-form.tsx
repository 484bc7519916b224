import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '#contract/endpoint.ts'
import { PLACE_TYPES } from '#contract/places/place-group-list.ts'
import { importPlaceGroup, validatePlaceGroup } from '#contract/places/place-groups.ts'
import { upload } from '~/api/upload.ts'
import { stepsOf } from '~/components/countries/adding.ts'
import { ChosenFile } from '~/components/form/chosen-file.tsx'
import { CountriesFailed } from '~/components/form/countries-failed.tsx'
import { ImportFrame } from '~/components/form/import-frame.tsx'
import { rejectedFields, useContractForm } from '~/components/form/use-contract-form.ts'
import { useCountryOptions } from '~/components/form/use-country-options.ts'
import { noFile, requireFile, useImportFile } from '~/components/form/use-import-file.ts'
import { LeaveGuard } from '~/components/form/leave-guard.tsx'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { LEVEL_WORDS } from './place-group-labels.ts'
import { count } from '~/lib/figures.ts'
import { hasEnding } from '~/lib/has-ending.ts'
import { findNextLevel } from './next-level.ts'
import { OutlinesVerdict } from './outlines-verdict.tsx'
import { type FoundProperties, readProperties, versionOf } from './read-properties.ts'

const labels = {
  file: 'Outlines',
  iso3_code: 'Country',
  place_type: 'Level',
  version: 'Version',
  name_field: 'Property with the name',
  code_field: 'Property with the code',
  parent_field: 'Property with the code of the unit above',
  layer: 'Layer',
  swap: 'Latitude comes before longitude in the file',
  default: 'Default version',
}
const defaults = {
  file: noFile,
  iso3_code: '',
  place_type: 'adm1',
  version: '',
  name_field: 'name',
  code_field: 'code',
  parent_field: '',
  layer: '',
  swap: false,
  default: true,
}
const levels = PLACE_TYPES.map((value) => ({ value, label: `${LEVEL_WORDS[value]} (${value})` }))

/** The outlines' country and level, and their file: validated first on request. */
export function ImportForm({ adding }: { adding: string | undefined }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const countryOptions = useCountryOptions('Choose a country')
  const outlines = useImportFile<Answer<typeof validatePlaceGroup>>()
  const [properties, setProperties] = useState<readonly string[]>([])
  const { form, submit, others } = useContractForm({
    check: (body, { file }) => ({
      ...requireFile(file, 'Choose the file of the outlines.'),
      ...rejectedFields(importPlaceGroup.body, body),
    }),
    defaults: { ...defaults, iso3_code: adding ?? '' },
    send: async (body, { check }: { check: boolean }, { file }) => {
      if (!file) return undefined
      return outlines.sending(async (onProgress) => {
        const input = { body, files: { file } }
        if (check) {
          outlines.setVerdict(await upload(validatePlaceGroup, input, { onProgress }))
          return 'unsent'
        }
        const { id, places } = await upload(importPlaceGroup, input, { onProgress })
        void client.invalidateQueries({ queryKey: ['place-groups'] })
        showSnackbar({
          color: 'success',
          message: `Imported ${places === 1 ? '1 unit' : `${count(places)} units`}`,
        })
        await navigate(
          adding === undefined
            ? { to: '/place-groups/$id', params: { id: String(id) } }
            : stepsOf(String(body['iso3_code'])),
        )
        return undefined
      })
    },
  })
  const choose = async (newFile: File | null) => {
    outlines.setVerdict(null)
    form.setFieldValue('swap', defaults.swap)
    const fileProperties: FoundProperties = newFile ? await readProperties(newFile) : { names: [] }
    // Another file was chosen meanwhile.
    const replaced = () => form.state.values.file !== newFile
    if (replaced()) return
    setProperties(fileProperties.names)
    // Unless the person has typed something else.
    const propose = (field: Exclude<keyof typeof defaults, 'default' | 'file' | 'swap'>, value: string) => {
      if (!form.getFieldMeta(field)?.isDirty) form.setFieldValue(field, value, { dontUpdateMeta: true })
    }
    propose('name_field', fileProperties.name ?? defaults.name_field)
    propose('code_field', fileProperties.code ?? defaults.code_field)
    propose('parent_field', fileProperties.parent ?? defaults.parent_field)
    const next = newFile && adding !== undefined ? await findNextLevel(client, adding) : undefined
    if (replaced()) return
    const isCountry = fileProperties.features === 1
    if (isCountry || next) propose('place_type', isCountry ? 'adm0' : next!.place_type)
    propose('version', next?.version ?? versionOf(newFile?.name ?? ''))
  }
  const send = (check: boolean) => {
    outlines.setVerdict(null)
    void submit({ check })
  }
  const remedy = ({ swap }: { swap: boolean }) => {
    form.setFieldValue('swap', swap)
    send(true)
  }
  const suggestions = properties.length > 0 ? properties : undefined
  return (
    <ImportFrame
      label="Import outlines"
      words={{ checking: 'Checking the outlines', check: 'Check outlines', submit: 'Import outlines' }}
      fraction={outlines.sent}
      verdict={outlines.verdict && <OutlinesVerdict verdict={outlines.verdict} onRemedy={remedy} />}
      onSend={send}
    >
      <form.AppForm>
        <form.FormProblems labels={labels} others={others} />
        <LeaveGuard />
      </form.AppForm>
      <CountriesFailed />
      <form.AppField name="file">
        {() => (
          <ChosenFile
            label="Choose the outlines, or drop them here"
            help="GeoJSON, GeoPackage or a zipped shapefile in longitude and latitude (EPSG:4326), up to 100 MiB"
            accept={['.geojson', '.json', '.gpkg', '.zip']}
            otherwise="Put the files of a shapefile into one .zip, and export other formats as one of them, e.g. ogr2ogr -t_srs EPSG:4326 out.gpkg in.kml."
            disabled={outlines.busy}
            onFile={(newFile) => void choose(newFile)}
          />
        )}
      </form.AppField>
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
        <form.AppField name="swap">
          {(field) => <field.CheckField label={labels.swap} help="They are swapped on import" />}
        </form.AppField>
        <form.Subscribe selector={({ values }) => hasEnding(values.file?.name ?? '', ['.gpkg', '.zip'])}>
          {(hasLayers) =>
            hasLayers && (
              <form.AppField name="layer">
                {(field) => (
                  <field.TextField maxLength={200} label={labels.layer} help="If the file has several" />
                )}
              </form.AppField>
            )
          }
        </form.Subscribe>
      </div>
    </ImportFrame>
  )
}
