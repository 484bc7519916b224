import { BRIEF_KINDS, BRIEF_LANGUAGES, type BriefKind, type BriefLanguage } from '#contract/jobs/briefs.ts'
import { Field } from '~/components/ui/fields/field.tsx'
import { Segmented } from '~/components/ui/fields/segmented.tsx'
import { Select } from '~/components/ui/fields/select.tsx'

export interface BriefChoice {
  kind: BriefKind
  language: BriefLanguage
}

export const startChoice = (): BriefChoice => ({ kind: 'document', language: 'en' })

const KIND_NAMES: Record<BriefKind, string> = { document: 'Word document', slides: 'Slides' }

/** In their own words: who looks for a language reads it. */
const LANGUAGE_NAMES: Record<BriefLanguage, string> = {
  en: 'English',
  fr: 'Français',
  pt: 'Português',
  es: 'Español',
}

export function BriefForm({
  choice,
  disabled,
  onChange,
}: {
  choice: BriefChoice
  disabled: boolean
  onChange: (choice: BriefChoice) => void
}) {
  return (
    <fieldset className="flex flex-col gap-4" disabled={disabled}>
      <legend className="sr-only">Brief</legend>
      <Segmented
        label="Kind"
        value={choice.kind}
        options={BRIEF_KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] }))}
        onChange={(kind) => onChange({ ...choice, kind })}
      />
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
