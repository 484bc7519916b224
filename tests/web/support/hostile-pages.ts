import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listAssetFindings } from '#contract/rasters/asset-findings.ts'
import { getAsset, getAssetLayout, listAssetUses } from '#contract/rasters/assets.ts'
import { getBand } from '#contract/rasters/bands.ts'
import { listCollectionVersions } from '#contract/rasters/collection-versions.ts'
import { checkBands, getCollection } from '#contract/rasters/collections.ts'
import { listFinalHistory } from '#contract/jobs/final.ts'
import { listJobAdmData } from '#contract/jobs/job-outputs.ts'
import { getJobReport, listJobs } from '#contract/jobs/jobs.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { getPlaces } from '#contract/places/place-groups.ts'
import { getProject } from '#contract/projects/projects.ts'
import { findRecords } from '#contract/search.ts'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { getSubmissionDifferences } from '#contract/submissions/submissions.ts'
import {
  getSurvey,
  getSurveyPoints,
  listSurveyFindings,
  listSurveyLayers,
} from '#contract/surveys/surveys.ts'
import { listTags } from '#contract/projects/tag-list.ts'
import { getTagUse } from '#contract/projects/tags.ts'
import { getDataset } from '#contract/rasters/worldpop.ts'
import { aDataset, aSurvey, aVersion, points } from './catalog-fakes.ts'
import { aCollection, member } from './collection-fakes.ts'
import { answer } from './fake-api.ts'
import { aProject } from './project-fakes.ts'
import { aBand, aLayout, anAsset } from './raster-fakes.ts'
import { report, units } from './report-fixture.ts'
import { aJob, aSubmission, pageOf } from './submission-fakes.ts'

export interface HostileScreen {
  path: string
  /** How often the screen shows the text, once everything is loaded. */
  shown: number
  /** Opens a dialog, which shows the text instead. */
  open?: () => Promise<unknown>
}

const layer = (text: string) => ({ target: text, source: text, source_wave: text, round: text })
const aReport = (text: string, id: number) => ({
  ...report,
  id,
  job_key: `key-${id}`,
  submission_title: text,
  app_user_name: text,
  country: text,
  note: text,
  data_description: text,
  method: text,
  ...layer(text),
  layer: { ...report.layer, [text]: `${text}${id}` },
})

/** Tables of a comparison have the names of jobs that differ. */
const compared = (text: string, id: number) => ({
  ...aReport(text, id),
  r2_block: id / 100,
  method: `${text}${id}`,
})

/** Each page with the text in every field that people or files may fill. */
export const PAGES: Readonly<Record<string, (text: string) => HostileScreen>> = {
  Report: (text) => {
    answer(getJobReport, aReport(text, 42))
    answer(listJobAdmData, pageOf(units.map((unit) => ({ ...unit, name: text }))))
    answer(listFinalHistory, pageOf([]))
    return { path: '/spatial-catalog/report/key-42', shown: 20 }
  },
  Compare: (text) => {
    const jobs = [42, 43].map((id) => aJob({ id, job_key: `key-${id}`, ...layer(text) }))
    answer(listJobs, pageOf(jobs))
    answer(getJobReport, ({ params }: { params: { job_key: string } }) =>
      compared(text, Number(params.job_key.slice(4))),
    )
    answer(listFinalHistory, pageOf([]))
    return { path: '/spatial-catalog/compare?jobs=42&jobs=43', shown: 8 }
  },
  Submission: (text) => {
    const named = { title: text, app_user_name: text, project_name: text, config_name: text }
    const lists = { sources: [text], stack_names: [text] }
    answer(listSubmissions, pageOf([aSubmission({ parent_id: 4, project_id: 3, ...named, ...lists })]))
    answer(listJobs, pageOf([aJob({ id: 11, status: 'failed', reason: text, ...layer(text) })]))
    answer(getSubmissionDifferences, {
      parent_id: 4,
      layers: [],
      cells: [{ row: 2, column: text, before: text, after: text }],
    })
    return { path: '/modeling/submission/5', shown: 8 }
  },
  Project: (text) => {
    const members = [{ id: 1, name: text }]
    answer(getProject, aProject({ name: text, client_name: text, description: text, members }))
    answer(listSubmissions, pageOf([aSubmission({ project_id: 3, title: text, app_user_name: text })]))
    return { path: '/projects/3', shown: 6 }
  },
  Survey: (text) => {
    const words = { country: text, note: text, created_by_name: text, targets: [text] }
    const file = { name: text, size: 1, sha256: text }
    answer(getSurvey, aSurvey({ ...words, ...layer(text), columns: { [text]: text }, file }))
    answer(getSurveyPoints, points)
    answer(
      listSurveyFindings,
      pageOf([{ severity: 'warning' as const, row: 2, column: text, message: text, help: text }]),
    )
    answer(listSurveyLayers, pageOf([aJob({ id: 42, job_key: text, app_user_name: text })]))
    return { path: '/survey/catalog/survey/3', shown: 22 }
  },
  Asset: (text) => {
    const words = { name: text, crs_name: text, created_by_name: text, data_type: text, compression: text }
    answer(getAsset, anAsset({ id: 1, ...words, bands: [{ id: 12, name: text, band_index: 1 }] }))
    answer(getBand, aBand({ id: 12, name: text }))
    const accepted = { reason: text, by: text, at: '2026-11-20T10:00:00.000Z' }
    answer(
      listAssetFindings,
      pageOf([{ severity: 'warning' as const, code: text, band: 1, message: text, help: text, accepted }]),
    )
    answer(listAssetUses, pageOf([{ kind: 'collection' as const, id: 3, name: text, use: text }]))
    const layout = aLayout({ compression: text })
    answer(getAssetLayout, { as_sent: layout, as_stored: layout })
    return { path: '/modeling/raster-assets/1', shown: 14 }
  },
  Band: (text) => {
    const words = { description: text, unit: text, source: text, country: text, crs_name: text }
    answer(getBand, aBand({ id: 11, name: text, ...words, asset_name: text, collections: [text] }))
    answer(getAsset, anAsset({ id: 1, name: text }))
    return { path: '/raster/band-catalog/11', shown: 11 }
  },
  Collection: (text) => {
    const by = { created_by: 1, created_by_name: text, created_at: '2026-11-20T10:00:00.000Z' }
    const bands = [{ ...member(1, text), unit: text, series: text }]
    const population_band = { ...member(5, text), unit: text }
    answer(getCollection, aCollection({ name: text, description: text, bands, population_band, ...by }))
    answer(checkBands, {
      homogeneous: false,
      findings: [{ severity: 'warning' as const, message: text }],
      bands: [],
      correlated: [],
    } as never)
    answer(
      listCollectionVersions,
      pageOf([
        {
          version: 1,
          current: true,
          bands,
          population_band,
          changes: { added: [text], removed: [text], reordered: false, regrouped: false, population: false },
          restored_from: null,
          jobs: 0,
          ...by,
        },
      ]),
    )
    return { path: '/raster/band-collection/3', shown: 10 }
  },
  'Population dataset': (text) => {
    const words = { country: text, created_by_name: text, resolution: text, url: text }
    answer(getDataset, aDataset({ ...words, bands: [{ id: 12, name: text }] }))
    answer(getBand, aBand({ id: 12, name: text }))
    return { path: '/worldpop/4', shown: 10 }
  },
  'Place group': (text) => {
    answer(listPlaceGroupVersions, pageOf([aVersion({ country: text, version: text })]))
    const geometry = {
      type: 'Polygon' as const,
      coordinates: [[0, 1, 2].map((at) => [at, at * at]).concat([[0, 0]])],
    }
    const properties = { code: text, name: text, parent_code: text }
    answer(getPlaces, {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties, geometry }],
    })
    return { path: '/place-groups/6', shown: 8 }
  },
  'Deleting a tag': (text) => {
    answer(listTags, pageOf([{ id: 1, name: text, colour: text, jobs: 3 }]))
    answer(getTagUse, { jobs: 3, submissions: 1, products: 1, job_ids: [9], product_ids: [4] })
    return {
      path: '/tags',
      shown: 1,
      open: async () => {
        await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }))
        await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
      },
    }
  },
  'Command palette': (text) => {
    const named = [{ id: 1, name: text }]
    answer(listTags, pageOf([]))
    answer(findRecords, {
      jobs: [{ id: 1, name: text, job_key: text, status: 'completed' }],
      submissions: named,
      surveys: named,
      rasters: named,
      bands: named,
      collections: named,
      datasets: named,
      products: [{ id: 1, name: text, asset_id: 2, job_key: text }],
      projects: named,
      people: [{ id: 1, name: text, email: text }],
    })
    return {
      path: '/tags',
      shown: 11,
      open: async () => {
        await screen.findByText('No tags yet')
        await userEvent.keyboard('{Control>}k{/Control}')
        await userEvent.type(await screen.findByRole('combobox'), 'abc')
      },
    }
  },
}
