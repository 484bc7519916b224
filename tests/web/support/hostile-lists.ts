import { listAssets } from '#contract/rasters/asset-list.ts'
import { listAudit } from '#contract/audit.ts'
import { listBands } from '#contract/rasters/band-list.ts'
import { listClients } from '#contract/projects/client-list.ts'
import { listCollections } from '#contract/rasters/collection-list.ts'
import { listProducts } from '#contract/interpolation/interpolation-list.ts'
import { countProducts } from '#contract/interpolation/interpolation.ts'
import { listJobs } from '#contract/jobs/jobs.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listAccounts } from '#contract/accounts/people.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { listProcessed } from '#contract/rasters/processed.ts'
import { listProjects } from '#contract/projects/project-list.ts'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { listSurveys } from '#contract/surveys/survey-list.ts'
import { listTags } from '#contract/projects/tag-list.ts'
import { listDatasets } from '#contract/rasters/worldpop-list.ts'
import { anAccount, anEntry } from './accounts-fakes.ts'
import { aDataset, aProduct, aSurvey, aVersion } from './catalog-fakes.ts'
import { aCollection, member } from './collection-fakes.ts'
import { answer } from './fake-api.ts'
import { aProject } from './project-fakes.ts'
import { aBand, anAsset } from './raster-fakes.ts'
import { aJob, aSubmission, pageOf } from './submission-fakes.ts'

const tagged = (text: string) => [{ id: 1, name: text, colour: text }]
const layer = (text: string) => ({ target: text, source: text, source_wave: text, round: text })
const rowsOf = <T>(texts: readonly string[], row: (text: string, id: number) => T) =>
  pageOf(texts.map((text, at) => row(text, at + 1)))

/** Each table with one row per text, which is in every field that people or files may fill; the address. */
export const LISTS: Readonly<Record<string, (texts: readonly string[]) => string>> = {
  'Product Catalog': (texts) => {
    const named = (text: string) => ({ app_user_name: text, submission_title: text, country: text })
    answer(
      listJobs,
      rowsOf(texts, (text, id) =>
        aJob({
          id,
          status: 'failed',
          reason: text,
          stack_name: text,
          method: text,
          data_description: text,
          tags: tagged(text),
          ...named(text),
          ...layer(text),
        }),
      ),
    )
    return '/modeling/product-catalog'
  },
  Submission: (texts) => {
    const named = (text: string) => ({ title: text, app_user_name: text, config_name: text })
    answer(
      listSubmissions,
      rowsOf(texts, (text, id) =>
        aSubmission({
          id,
          project_id: 3,
          project_name: text,
          sources: [text],
          stack_names: [text],
          ...named(text),
        }),
      ),
    )
    return '/modeling/submission'
  },
  'Spatial Catalog': (texts) => {
    const words = (text: string) => ({ title: text, country: text, data_description: text, version: text })
    answer(
      listProducts,
      rowsOf(texts, (text, id) =>
        aProduct({
          id,
          unit: text,
          created_by_name: text,
          tags: tagged(text),
          files: [{ ext: text, size: 1, sha256: text }],
          ...words(text),
          ...layer(text),
        }),
      ),
    )
    answer(countProducts, texts.length)
    return '/spatial-catalog'
  },
  Tags: (texts) => {
    answer(
      listTags,
      rowsOf(texts, (text, id) => ({ id, name: text, colour: text, jobs: 3 })),
    )
    return '/tags'
  },
  Projects: (texts) => {
    answer(
      listProjects,
      rowsOf(texts, (text, id) =>
        aProject({ id, name: text, client_name: text, description: text, members: [{ id: 1, name: text }] }),
      ),
    )
    return '/projects'
  },
  Clients: (texts) => {
    answer(
      listClients,
      rowsOf(texts, (text, id) => ({ id, name: text })),
    )
    return '/projects/clients'
  },
  People: (texts) => {
    answer(
      listAccounts,
      rowsOf(texts, (text, id) =>
        anAccount({ id: id + 1, name: text, email: text, roles: [{ name: text }] }),
      ),
    )
    return '/people'
  },
  Audit: (texts) => {
    const words = (text: string) => ({ user_name: text, action: text })
    answer(
      listAudit,
      rowsOf(texts, (text, id) => {
        const record = id % 2 === 0 ? { record: text } : { record: 'tags:1', record_names: [text] }
        return anEntry({ id, detail: text, address: text, ...words(text), ...record })
      }),
    )
    return '/audit'
  },
  Notifications: (texts) => {
    const ended = { completed: 1, failed: 1, cancelled: 0, created_at: '2026-11-20T10:00:00.000Z' }
    answer(
      listNotifications,
      rowsOf(texts, (text, id) => ({ id, submission_id: id, title: text, read: false, ...ended })),
    )
    return '/notifications'
  },
  'Place Groups': (texts) => {
    answer(
      listPlaceGroupVersions,
      rowsOf(texts, (text, id) => aVersion({ id, country: text, version: text, place_type: text })),
    )
    return '/place-groups'
  },
  'Raster Asset Catalog': (texts) => {
    answer(
      listAssets,
      rowsOf(texts, (text, id) =>
        anAsset({
          id,
          name: text,
          crs_name: text,
          created_by_name: text,
          data_type: text,
          compression: text,
          bands: [{ id: 12, name: text, band_index: 1 }],
        }),
      ),
    )
    return '/modeling/raster-assets'
  },
  'Processed Rasters': (texts) => {
    answer(
      listProcessed,
      rowsOf(texts, (text, id) => anAsset({ id, name: text, crs_name: text, created_by_name: text })),
    )
    return '/raster/processed-rasters'
  },
  'Band Catalog': (texts) => {
    const words = (text: string) => ({ description: text, unit: text, source: text, country: text })
    answer(
      listBands,
      rowsOf(texts, (text, id) =>
        aBand({ id, name: text, asset_name: text, crs_name: text, collections: [text], ...words(text) }),
      ),
    )
    return '/raster/band-catalog'
  },
  'Band Collection': (texts) => {
    answer(
      listCollections,
      rowsOf(texts, (text, id) =>
        aCollection({
          id,
          name: text,
          description: text,
          created_by_name: text,
          bands: [member(1, text)],
          population_band: member(2, text),
        }),
      ),
    )
    return '/raster/band-collection'
  },
  'Survey Catalog': (texts) => {
    const words = (text: string) => ({ country: text, note: text, created_by_name: text })
    answer(
      listSurveys,
      rowsOf(texts, (text, id) => aSurvey({ id, targets: [text], ...words(text), ...layer(text) })),
    )
    return '/survey/catalog'
  },
  'Worldpop Catalog': (texts) => {
    const words = (text: string) => ({ country: text, created_by_name: text, resolution: text })
    answer(
      listDatasets,
      rowsOf(texts, (text, id) => aDataset({ id, ...words(text), bands: [{ id: 12, name: text }] })),
    )
    return '/worldpop'
  },
}
