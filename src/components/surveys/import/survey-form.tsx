import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  POINTS_ENDINGS,
  POINTS_MAX_BYTES,
  POINTS_MAX_ROWS,
} from '#contract/submissions/configuration-limits.ts'
import type { Answer } from '#contract/endpoint.ts'
import { sizeLimit } from '#common/file-size.ts'
import type { Remedy } from '#contract/surveys/remedies.ts'
import { POINTS_COLUMN_NAMES, type PointsColumnName } from '#contract/surveys/points-columns.ts'
import { importSurvey } from '#contract/surveys/surveys.ts'
import { ApiError } from '~/api/api-error.ts'
import { upload } from '~/api/upload.ts'
import { stepsOf } from '~/components/countries/adding.ts'
import { ChosenFile } from '~/components/form/chosen-file.tsx'
import { CountriesFailed } from '~/components/form/countries-failed.tsx'
import { ImportFrame } from '~/components/form/import-frame.tsx'
import { rejectedFields, useContractForm } from '~/components/form/use-contract-form.ts'
import { useCountryOptions } from '~/components/form/use-country-options.ts'
import { noFile, requireFile, useImportFile } from '~/components/form/use-import-file.ts'
import { LeaveGuard } from '~/components/form/leave-guard.tsx'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { surveyName } from '~/components/surveys/survey-labels.ts'
import { sourcesQuery, targetsQuery } from '~/server/jobs.functions.ts'
import { SurveyPreview } from '~/components/surveys/preview/survey-preview.tsx'
import { inspectionFields, NEEDED, withoutCounted } from '~/components/surveys/preview/inspection-fields.ts'
import type { Inspection } from '~/components/surveys/preview/use-inspection.ts'
import { ExistingSurvey } from './existing-survey.tsx'
import { SurveyColumnsFields, columnDefaults, columnLabels } from './survey-columns-fields.tsx'
import {
  SurveyDescriptionFields,
  descriptionDefaults,
  descriptionLabels,
} from './survey-description-fields.tsx'
import { SurveyReadingFields, readingDefaults, readingLabels } from './survey-reading-fields.tsx'
import { SurveyRowsFields, rowsDefaults, rowsLabels } from './survey-rows-fields.tsx'
import { SurveyVerdict } from './survey-verdict.tsx'

const labels = {
  file: 'Points file',
  iso3_code: 'Country',
  source: 'Source',
  source_wave: 'Source wave',
  source_date: 'Source date',
  round: 'Round',
  target: 'Target',
  households: 'Households',
  note: 'Note',
  simulated: 'Simulated',
  displacement: 'Coordinates',
  ...readingLabels,
  ...rowsLabels,
  ...descriptionLabels,
  ...columnLabels,
}
const defaults = {
  file: noFile,
  iso3_code: '',
  source: '',
  source_wave: '',
  source_date: '',
  round: '1',
  target: '',
  households: '',
  note: '',
  simulated: false,
  displacement: '',
  ...readingDefaults,
  ...rowsDefaults,
  ...descriptionDefaults,
  ...columnDefaults,
}

const displacementOptions = [
  { value: '', label: 'Not known' },
  { value: 'none', label: 'Not displaced' },
  { value: 'dhs', label: 'Displaced as DHS does' },
]

/** The id in `surveys:7`. */
function surveyInTheWay(error: unknown): number | undefined {
  const records = error instanceof ApiError ? error.errors.map(({ record }) => record) : []
  const [, id] = /^surveys:(\d+)$/.exec(records[0] ?? '') ?? []
  return id === undefined ? undefined : Number(id)
}

/** The survey's metadata and its points: validated first on request, stored only if no row has an error. */
export function SurveyForm({ adding }: { adding?: string }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const countryOptions = useCountryOptions('Choose a country')
  const { data: sources } = useQuery(sourcesQuery)
  const { data: targets } = useQuery(targetsQuery)
  const points = useImportFile<Answer<typeof importSurvey>>()
  const [inspection, setInspection] = useState<Inspection | null>(null)
  const [remedies, setRemedies] = useState<Remedy[]>([])
  const [existing, setExisting] = useState<number>()
  const { form, submit, others } = useContractForm({
    check: (body, { file }) => ({
      ...requireFile(file, 'Choose the points file.'),
      ...rejectedFields(importSurvey.body, body),
    }),
    defaults: { ...defaults, iso3_code: adding ?? '' },
    send: async (body, more: { dry_run: boolean; remedies: Remedy[] }, { file }) => {
      if (!file) return undefined
      return points.sending(async (onProgress) => {
        const { dry_run, remedies: chosen } = more
        // The contract takes no empty list.
        const names = chosen.length > 0 && { remedies: chosen }
        const input = { body: { ...withoutCounted(body), dry_run, ...names }, files: { file } }
        const answer = await upload(importSurvey, input, { onProgress }).catch((error: unknown) => {
          setExisting(surveyInTheWay(error))
          throw error
        })
        if (!answer.survey) {
          points.setVerdict(answer)
          return 'unsent'
        }
        void client.invalidateQueries({ queryKey: ['surveys'] })
        showSuccess({ msg: `Imported ${surveyName(answer.survey)}` })
        await navigate(
          adding === undefined
            ? { to: '/survey/catalog/survey/$id', params: { id: String(answer.survey.id) } }
            : stepsOf(answer.survey.iso3_code),
        )
        return undefined
      })
    },
  })
  const choose = () => {
    points.setVerdict(null)
    for (const name of [...Object.keys({ ...readingDefaults, ...rowsDefaults }), ...POINTS_COLUMN_NAMES])
      form.setFieldValue(name as PointsColumnName, '')
    setRemedies([])
    setInspection(null)
  }
  const showInspection = (next: Inspection) => {
    // The first one of a file: what is typed later stays.
    if (!inspection || inspection.header.join() !== next.header.join())
      for (const [role, column] of Object.entries(next.guess))
        if (role !== column) form.setFieldValue(role as PointsColumnName, column)
    setInspection(next)
  }
  const send = (dry_run: boolean, chosen = remedies) => {
    points.setVerdict(null)
    setExisting(undefined)
    void submit({ dry_run, remedies: chosen })
  }
  const checkWith = (chosen: Remedy[]) => {
    setRemedies(chosen)
    send(true, chosen)
  }
  return (
    <ImportFrame
      words={{ checking: 'Checking every row', check: 'Check file', submit: 'Import survey' }}
      fraction={points.sent}
      verdict={
        points.verdict && (
          <SurveyVerdict
            verdict={points.verdict}
            onRemedy={(remedy) => checkWith([...remedies, remedy])}
            onUndo={(remedy) => checkWith(remedies.filter((one) => one !== remedy))}
          />
        )
      }
      onSend={(check) => send(check)}
    >
      <form.AppForm>
        <form.FormProblems labels={labels} others={others}>
          {existing !== undefined && <ExistingSurvey id={existing} />}
        </form.FormProblems>
        <LeaveGuard />
      </form.AppForm>
      <CountriesFailed />
      <form.AppField name="file">
        {() => (
          <ChosenFile
            label="Choose the points file, or drop it here"
            help={`Excel workbook, CSV or Stata file, up to ${sizeLimit(POINTS_MAX_BYTES)} and ${POINTS_MAX_ROWS.toLocaleString('en')} clusters`}
            accept={POINTS_ENDINGS}
            disabled={points.busy}
            onFile={choose}
          />
        )}
      </form.AppField>
      <form.Subscribe selector={({ values }) => [values.file !== null, values.rows === 'person']}>
        {([hasFile, isPeople]) =>
          hasFile && <SurveyRowsFields form={form as never} isPeople={isPeople ?? false} />
        }
      </form.Subscribe>
      <form.Subscribe
        selector={({ values, fieldMeta }) => ({
          file: values.file,
          isRejected: (fieldMeta.file?.errors.length ?? 0) > 0,
        })}
      >
        {({ file, isRejected }) => (
          <SurveyReadingFields
            form={form as never}
            file={file}
            reading={points.verdict?.reading ?? inspection?.reading ?? null}
            open={isRejected}
          />
        )}
      </form.Subscribe>
      <SurveyColumnsFields
        form={form as never}
        header={inspection?.header ?? []}
        open={inspection !== null && NEEDED.some((role) => inspection.guess[role] !== role)}
      />
      <form.Subscribe selector={({ values }) => values}>
        {(values) =>
          values.file && (
            <SurveyPreview
              key={`${values.file.name} ${values.file.lastModified} ${values.file.size}`}
              file={values.file}
              fields={inspectionFields(values, inspection)}
              remedies={remedies}
              hasVerdict={points.verdict !== null}
              onInspected={showInspection}
              onRemedies={(chosen) => setRemedies(chosen)}
            />
          )
        }
      </form.Subscribe>
      <div className="grid gap-4 min-[560px]:grid-cols-2">
        <form.AppField name="iso3_code">
          {(field) => <field.SelectField required label={labels.iso3_code} options={countryOptions} />}
        </form.AppField>
        <form.AppField name="target">
          {(field) => (
            <field.TextField
              required
              label={labels.target}
              help="What the numerator counts, e.g. stunting"
              suggestions={targets?.content}
            />
          )}
        </form.AppField>
        <form.AppField name="source">
          {(field) => (
            <field.TextField
              required
              label={labels.source}
              help="e.g. DHS, MICS or LSMS"
              suggestions={sources?.content}
            />
          )}
        </form.AppField>
        <form.AppField name="source_wave">
          {(field) => <field.TextField required label={labels.source_wave} help="e.g. 2018" />}
        </form.AppField>
        <form.AppField name="source_date">
          {(field) => (
            <field.TextField type="date" label={labels.source_date} help="Optional; its quarter is shown" />
          )}
        </form.AppField>
        <form.AppField name="round">
          {(field) => <field.TextField required label={labels.round} />}
        </form.AppField>
        <form.AppField name="households">
          {(field) => <field.TextField type="number" label={labels.households} help="Optional" />}
        </form.AppField>
        <form.AppField name="simulated">
          {(field) => (
            <field.CheckField
              label="Simulated data"
              help="The survey, its layers and their products are marked as simulated"
              className="self-end"
            />
          )}
        </form.AppField>
      </div>
      <form.AppField name="displacement">
        {(field) => (
          <field.SelectField
            label={labels.displacement}
            help="DHS, MIS and AIS surveys displace them by up to 2 km in towns and 5 km in the country, to protect respondents. Layers then take covariates from around a cluster."
            options={displacementOptions}
          />
        )}
      </form.AppField>
      <form.AppField name="note">
        {(field) => <field.TextAreaField label={labels.note} maxLength={2000} />}
      </form.AppField>
      <details className="rounded border px-4 py-3">
        <summary className="cursor-pointer font-medium">Describe for the methods page</summary>
        <div className="mt-3 flex flex-col gap-4">
          <SurveyDescriptionFields form={form as never} />
        </div>
      </details>
    </ImportFrame>
  )
}
