import { DISPLACEMENT_WORDS } from '#contract/surveys/displacement.ts'
import type { Survey } from '#contract/surveys/survey-list.ts'
import { fileSize } from '#common/file-size.ts'
import { calendarDate } from '~/components/data-table/filters/calendar-date.ts'
import { describeReading } from './reading-words.ts'
import { surveyDate } from './survey-labels.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Facts } from '~/components/ui/facts.tsx'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { count } from '~/lib/figures.ts'

export function SurveyFacts({ survey }: { survey: Survey }) {
  const { source_date: date, households, file, columns, note } = survey
  const renamed = Object.entries(columns).filter(([name, column]) => name !== column)
  return (
    <>
      {survey.simulated && (
        <Alert tone="info" title="This survey is simulated">
          {note ?? 'It describes no real people. Do not use its figures for decisions.'}
        </Alert>
      )}
      <Card title="Survey">
        <Facts
          facts={[
            ['Country', `${survey.country} (${survey.iso3_code})`],
            ['Source', `${survey.source} ${survey.source_wave}`],
            [
              'Date',
              date ? (
                <>
                  {surveyDate(survey)} <span className="text-muted">{calendarDate(date)}</span>
                </>
              ) : (
                surveyDate(survey)
              ),
            ],
            ['Round', survey.round],
            ['Targets', survey.targets.join(', ')],
            ['Clusters', count(survey.clusters)],
            ['Households', households === null ? null : count(households)],
            [
              'Coordinates',
              survey.displacement ? DISPLACEMENT_WORDS[survey.displacement] : 'Not known whether displaced',
            ],
            ['Age and sex', survey.age_group],
            ['Period of the fieldwork', survey.period],
            [
              'Address',
              survey.source_url && (
                <a
                  key="address"
                  href={survey.source_url}
                  target="_blank"
                  rel="noreferrer"
                  className="text-link break-all underline"
                >
                  {survey.source_url}
                </a>
              ),
            ],
            ['Licence', survey.licence],
            ['File', `${file.name}, ${fileSize(file.size)}`],
            ['Read as', describeReading(survey.reading)],
            ['Imported by', survey.created_by_name],
            ['Imported', <RelativeTime key="at" iso={survey.created_at} />],
            ['Columns', renamed.map(([name, column]) => `${name}: ${column}`).join(', ')],
            [
              'SHA-256',
              <span key="sha" className="font-mono text-xs break-all">
                {file.sha256}
              </span>,
            ],
          ]}
        />
        {survey.indicator_definition && (
          <p className="max-w-prose break-words whitespace-pre-line">{survey.indicator_definition}</p>
        )}
        {note && !survey.simulated && <p className="max-w-prose text-muted">{note}</p>}
      </Card>
    </>
  )
}
