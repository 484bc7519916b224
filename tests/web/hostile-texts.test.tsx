import { configure, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listAssets } from '#contract/asset-list.ts'
import { listAudit } from '#contract/audit.ts'
import { listBands } from '#contract/band-list.ts'
import { listFinalHistory } from '#contract/final.ts'
import { listJobAdmData } from '#contract/job-outputs.ts'
import { getJobReport, listJobs } from '#contract/jobs.ts'
import { listAccounts } from '#contract/people.ts'
import { listProjects } from '#contract/project-list.ts'
import { listSubmissions } from '#contract/submission-list.ts'
import { listSurveys } from '#contract/survey-list.ts'
import { listTags } from '#contract/tag-list.ts'
import { listDatasets } from '#contract/worldpop-list.ts'
import { anAccount, anEntry } from './accounts-fakes.ts'
import { aDataset, aSurvey } from './catalog-fakes.ts'
import { answer, resetApi } from './fake-api.ts'
import { aProject } from './project-fakes.ts'
import { aBand, anAsset } from './raster-fakes.ts'
import { report, units } from './report-fixture.ts'
import { routerAt, show } from './shell-router.tsx'
import { FakeEventSource, aJob, aSubmission, pageOf } from './submission-fakes.ts'

vi.mock('~/components/map/draw-map.ts', () => import('./fake-map.ts'))
configure({ asyncUtilTimeout: 5_000 })
vi.setConfig({ testTimeout: 30_000 })

/** What anyone who may name a thing could try to make the page of another person do. */
const HOSTILE = [
  '<img src="/hostile" onerror="window.hostile=1">',
  '"><script>window.hostile=1</script>',
  "'><svg/onload=window.hostile=1>",
  'javascript:window.hostile=1',
  '{{constructor.constructor("window.hostile=1")()}}',
  '</style><style>*{display:none}</style>',
  'red;background:url(/hostile)',
  '__proto__',
  '\u202Egnp.exe\u202C',
  '=HYPERLINK("/hostile")',
  'x'.repeat(5_000),
]

/** Each screen with the text in every field that people or files may fill. */
const SCREENS: Readonly<Record<string, (text: string) => string>> = {
  'Product Catalog': (text) => {
    const named = { app_user_name: text, submission_title: text, country: text, reason: text }
    const layer = { target: text, source: text, source_wave: text, round: text, stack_name: text }
    const tags = [{ id: 1, name: text, colour: text }]
    answer(
      listJobs,
      pageOf([aJob({ id: 11, status: 'failed', ...named, ...layer, data_description: text, tags })]),
    )
    return '/modeling/product-catalog'
  },
  Submission: (text) => {
    const named = { title: text, app_user_name: text, project_id: 3, project_name: text, config_name: text }
    answer(listSubmissions, pageOf([aSubmission({ ...named, sources: [text], stack_names: [text] })]))
    return '/modeling/submission'
  },
  Tags: (text) => {
    answer(listTags, pageOf([{ id: 1, name: text, colour: text, jobs: 3 }]))
    return '/tags'
  },
  Projects: (text) => {
    answer(
      listProjects,
      pageOf([
        aProject({
          name: text,
          client_name: text,
          description: text,
          members: [{ id: 1, name: text }],
        }),
      ]),
    )
    return '/projects'
  },
  People: (text) => {
    answer(listAccounts, pageOf([anAccount({ id: 3, name: text, email: text })]))
    return '/people'
  },
  Audit: (text) => {
    answer(
      listAudit,
      pageOf([anEntry({ id: 1, user_name: text, action: text, record: text, detail: text, address: text })]),
    )
    return '/audit'
  },
  'Raster Asset Catalog': (text) => {
    const bands = [{ id: 12, name: text, band_index: 1 }]
    answer(listAssets, pageOf([anAsset({ id: 2, name: text, crs_name: text, created_by_name: text, bands })]))
    return '/modeling/raster-assets'
  },
  'Band Catalog': (text) => {
    const words = { description: text, unit: text, source: text, country: text, asset_name: text }
    answer(listBands, pageOf([aBand({ id: 2, name: text, ...words, collections: [text] })]))
    return '/raster/band-catalog'
  },
  'Survey Catalog': (text) => {
    const words = { country: text, source: text, source_wave: text, round: text, target: text, note: text }
    answer(listSurveys, pageOf([aSurvey({ ...words, targets: [text], created_by_name: text })]))
    return '/survey/catalog'
  },
  'Worldpop Catalog': (text) => {
    const words = { country: text, created_by_name: text }
    answer(listDatasets, pageOf([aDataset({ ...words, bands: [{ id: 12, name: text }] })]))
    return '/worldpop'
  },
  Report: (text) => {
    const named = { submission_title: text, app_user_name: text, country: text, note: text }
    const layer = { target: text, source: text, source_wave: text, round: text, data_description: text }
    answer(getJobReport, { ...report, ...named, ...layer, layer: { ...report.layer, [text]: text } })
    answer(listJobAdmData, pageOf(units.map((unit) => ({ ...unit, name: text }))))
    answer(listFinalHistory, pageOf([]))
    return `/spatial-catalog/report/${report.job_key}`
  },
}

const SCHEMES = /^\s*(?:javascript|data|vbscript):/i
const ADDRESSES = ['href', 'src', 'action', 'formaction', 'xlink:href']

beforeEach(() => {
  resetApi(['admin'])
  vi.stubGlobal('EventSource', FakeEventSource)
})

describe.each(Object.entries(SCREENS))('%s', (_screen, prepare) => {
  test.each(HOSTILE)('shows %j as text', async (text) => {
    show(routerAt(prepare(text)))
    await waitFor(() => expect(document.querySelector('main')!.textContent).toContain(text))
    for (const element of document.querySelectorAll('main *')) {
      expect(element.matches('script, style, [src*=hostile], svg[onload], img[onerror]')).toBe(false)
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/)
        if (ADDRESSES.includes(name)) expect(value).not.toMatch(SCHEMES)
        if (name === 'style') expect(value).not.toContain('hostile')
      }
    }
    expect('hostile' in window).toBe(false)
  })
})
