import { BRIEF_KINDS, BRIEF_LANGUAGES, type BriefKind, type BriefLanguage } from '#contract/jobs/briefs.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { Field } from '~/components/ui/fields/field.tsx'
import { Segmented } from '~/components/ui/fields/segmented.tsx'
import { Select } from '~/components/ui/fields/select.tsx'

export interface BriefChoice {
  kind: BriefKind
  language: BriefLanguage
  /** Of unit sheets. */
  level: 1 | 2
}

export const startChoice = (levels: readonly (1 | 2)[]): BriefChoice => ({
  kind: 'document',
  language: 'en',
  level: levels.at(-1) ?? 1,
})

/** Of the units that the job has. */
export const unitLevels = ({ layer }: Pick<JobReport, 'layer'>): (1 | 2)[] =>
  ([1, 2] as const).filter((level) => (layer['adm_levels'] as unknown[] | undefined)?.includes(level))

const KIND_NAMES: Record<BriefKind, string> = {
  document: 'Word document',
  slides: 'Slides',
  'unit-sheets': 'Unit sheets',
}

const ABOUT: Record<BriefKind, string> = {
  document: 'Summary, map, units, method, limits and provenance.',
  slides: 'The same on slides.',
  'unit-sheets': 'A Word document with a page per unit: its figure, its place on the map and its clusters.',
}
const LEVEL_NAMES = { 1: 'First-level units', 2: 'Second-level units' }

/** In their own words: who looks for a language reads it. */
const LANGUAGE_NAMES: Record<BriefLanguage, string> = {
  en: 'English',
  fr: 'Français',
  pt: 'Português',
  es: 'Español',
}

export function BriefForm({
  choice,
  levels,
  disabled,
  onChange,
}: {
  choice: BriefChoice
  levels: readonly (1 | 2)[]
  disabled: boolean
  onChange: (choice: BriefChoice) => void
}) {
  return (
    <fieldset className="flex flex-col gap-4" disabled={disabled}>
      <legend className="sr-only">Brief</legend>
      <Segmented
        label="Kind"
        value={choice.kind}
        options={BRIEF_KINDS.filter((kind) => kind !== 'unit-sheets' || levels.length > 0).map((kind) => ({
          value: kind,
          label: KIND_NAMES[kind],
        }))}
        onChange={(kind) => onChange({ ...choice, kind })}
      />
      <p className="-mt-2 text-xs text-muted">{ABOUT[choice.kind]}</p>
      {choice.kind === 'unit-sheets' && levels.length > 1 && (
        <Segmented
          label="Level"
          value={choice.level}
          options={levels.map((level) => ({ value: level, label: LEVEL_NAMES[level] }))}
          onChange={(level) => onChange({ ...choice, level })}
        />
      )}
      <Field label="Language" help="Names and descriptions stay as people wrote them.">
        {(control) => (
          <Select
            {...control}
            value={choice.language}
            onChange={({ target }) => onChange({ ...choice, language: target.value as BriefLanguage })}
          >
            {BRIEF_LANGUAGES.map((language) => (
              <option key={language} value={language} lang={language}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </fieldset>
  )
}
