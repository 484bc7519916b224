import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Survey } from '#contract/surveys/survey-list.ts'
import { FilteredView } from '~/components/data-table/filters/filtered-view.tsx'
import { TablePager } from '~/components/data-table/table/table-pager.tsx'
import { unionOf } from '~/components/map/base/bounds-of.ts'
import type { PointsHit } from '~/components/map/overlays/draw-points.ts'
import { PointsFrame } from '~/components/map/overlays/points-frame.tsx'
import { plainCircles } from './cluster-circles.ts'
import { surveyDate, surveyName } from './survey-labels.ts'
import { count } from '~/lib/figures.ts'
import { MAPPED_OF_EACH } from '~/lib/mapped-clusters.ts'
import { countriesQuery } from '~/server/countries.functions.ts'
import { surveyPointsQuery, surveysQuery } from '~/server/surveys.functions.ts'
import { noSurveysYet } from './no-surveys-yet.ts'
import { useSurveyFilters } from './survey-filters.ts'
import type { ViewProps } from './view-props.ts'

/** A page of surveys: their countries highlighted, their clusters as points, and a list beside the map. */
export function SurveyMap({ tableSearch, query, address }: ViewProps) {
  const result = useQuery(surveysQuery(query))
  return (
    <FilteredView
      {...address}
      filters={useSurveyFilters()}
      result={result}
      pluralNoun="surveys"
      empty={noSurveysYet}
    >
      {(surveys) => (
        <>
          <Mapped
            surveys={surveys}
            onCountry={(iso3) => address.onSearch({ iso3_code: [iso3], page: 1 }, { replace: false })}
          />
          <TablePager
            search={tableSearch}
            rowCount={surveys.length}
            total={result.data?.totalElements ?? 0}
            loading={false}
            onSearch={(patch) => address.onSearch(patch, { replace: false })}
          />
        </>
      )}
    </FilteredView>
  )
}

function Mapped({ surveys, onCountry }: { surveys: readonly Survey[]; onCountry: (iso3: string) => void }) {
  const [hit, setHit] = useState<PointsHit | null>(null)
  const { data: countries } = useQuery(countriesQuery)
  const points = useQueries({ queries: surveys.map(({ id }) => surveyPointsQuery(id, MAPPED_OF_EACH)) })
  const loaded = points.filter(({ data }) => data).length
  const failed = points.filter(({ isError }) => isError).length
  const own = useMemo(() => {
    const codes = new Set(surveys.map(({ iso3_code }) => iso3_code))
    return (countries?.content ?? []).filter(({ iso3_code }) => codes.has(iso3_code))
  }, [surveys, countries])
  const numbers = useMemo(() => own.map(({ numeric_code }) => Number(numeric_code)), [own])
  const circles = useMemo(
    () =>
      plainCircles(
        surveys.flatMap(({ id }, at) => {
          const data = points[at]?.data
          return data ? [{ id, points: data }] : []
        }),
      ),
    // The answers are new objects with each render; their number says when to redraw.
    // oxlint-disable-next-line react/exhaustive-deps
    [surveys, loaded],
  )
  const drawn = circles.features.length
  const all = surveys.reduce((sum, { clusters }, at) => sum + (points[at]?.data ? clusters : 0), 0)
  const bounds = unionOf(own.flatMap((country) => (country.bounds ? [country.bounds] : [])))
  const survey = hit && 'circle' in hit ? surveys.find(({ id }) => String(id) === hit.circle) : undefined
  const country =
    hit && 'country' in hit ? own.find((one) => Number(one.numeric_code) === hit.country) : undefined
  return (
    <div className="grid gap-3 min-[1000px]:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-2">
        <PointsFrame
          label="Map of the surveys"
          bounds={bounds}
          countries={numbers}
          circles={circles}
          onPoint={setHit}
          onPick={(picked) => {
            const code =
              'circle' in picked
                ? surveys.find(({ id }) => String(id) === picked.circle)?.iso3_code
                : own.find((one) => Number(one.numeric_code) === picked.country)?.iso3_code
            if (code) onCountry(code)
          }}
        />
        <p aria-live="polite" className="min-h-5 text-xs text-muted">
          {survey
            ? surveyName(survey)
            : country
              ? `${country.name}: ${surveys.filter(({ iso3_code }) => iso3_code === country.iso3_code).length} of the surveys listed. Click to show this country only.`
              : loaded < surveys.length - failed
                ? 'Loading the clusters'
                : `${drawn < all ? `${count(drawn)} of ${count(all)}` : count(drawn)} clusters of ${loaded === 1 ? 'one survey' : `${loaded} surveys`}. Click a country to show only its surveys.`}
          {failed > 0 && ` The clusters of ${failed} could not be loaded.`}
        </p>
      </div>
      <ul aria-label="Surveys on the map" className="max-h-[38rem] divide-y overflow-auto rounded border">
        {surveys.map((survey) => (
          <li key={survey.id} className="px-3 py-2">
            <Link
              to="/survey/catalog/survey/$id"
              params={{ id: String(survey.id) }}
              className="font-medium text-link hover:underline"
            >
              {survey.country} <span className="font-normal">{survey.target}</span>
            </Link>
            <p className="text-xs text-muted">
              {survey.source} {survey.source_wave}
              {surveyDate(survey) && `, ${surveyDate(survey)}`}, {count(survey.clusters)} clusters
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
