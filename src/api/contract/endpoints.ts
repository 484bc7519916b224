import * as accessTokens from './accounts/access-tokens.ts'
import * as accounts from './accounts/accounts.ts'
import * as app from './app.ts'
import * as assetFindings from './rasters/asset-findings.ts'
import * as assets from './rasters/assets.ts'
import * as audit from './audit.ts'
import * as bands from './rasters/bands.ts'
import * as bandUploads from './rasters/band-uploads.ts'
import * as aggregates from './jobs/aggregates.ts'
import * as briefs from './jobs/briefs.ts'
import * as clients from './projects/clients.ts'
import * as collections from './rasters/collections.ts'
import * as collectionVersions from './rasters/collection-versions.ts'
import * as countries from './places/countries.ts'
import type { Endpoint } from './endpoint.ts'
import { EXPORTS, exportJobs } from './lists/export.ts'
import { FACETS } from './lists/facets.ts'
import { LISTS } from './lists.ts'
import * as final from './jobs/final.ts'
import * as inspections from './rasters/inspections.ts'
import * as interpolation from './interpolation/interpolation.ts'
import * as interpolationFiles from './interpolation/interpolation-files.ts'
import * as jobDifference from './viewing/job-difference.ts'
import * as jobMethods from './jobs/job-methods.ts'
import * as jobOutputs from './jobs/job-outputs.ts'
import * as jobUnits from './jobs/job-units.ts'
import * as jobs from './jobs/jobs.ts'
import * as ogcFeatures from './standards/ogc-features.ts'
import * as ogcTiles from './standards/ogc-tiles.ts'
import * as people from './accounts/people.ts'
import * as layerTracker from './layer-tracker.ts'
import * as notifications from './notifications.ts'
import * as placeGroups from './places/place-groups.ts'
import * as processed from './rasters/processed.ts'
import * as projects from './projects/projects.ts'
import * as searches from './search.ts'
import * as savedViews from './lists/saved-views.ts'
import * as sessions from './accounts/sessions.ts'
import * as signedLinks from './accounts/signed-links.ts'
import * as stac from './standards/stac.ts'
import * as submissions from './submissions/submissions.ts'
import * as inspectSurvey from './surveys/inspect-survey.ts'
import * as surveys from './surveys/surveys.ts'
import * as tagList from './projects/tag-list.ts'
import * as tags from './projects/tags.ts'
import * as tileJson from './standards/tilejson.ts'
import * as wmts from './standards/wmts.ts'
import * as uploads from './rasters/uploads.ts'
import * as viewing from './viewing/viewing.ts'
import * as worldpop from './rasters/worldpop.ts'
import * as zonal from './rasters/zonal.ts'
import * as zips from './zips.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every call of the contract: routes, OpenAPI and the tests iterate over this list. */
export const endpoints: readonly Endpoint[] = [
  ...new Set(
    [
      Object.values(LISTS).map(({ list }) => list),
      accessTokens,
      accounts,
      aggregates,
      app,
      assets,
      assetFindings,
      audit,
      bands,
      bandUploads,
      briefs,
      clients,
      collections,
      collectionVersions,
      countries,
      { exportJobs },
      FACETS,
      inspections,
      interpolation,
      interpolationFiles,
      jobs,
      jobDifference,
      jobMethods,
      jobOutputs,
      jobUnits,
      final,
      ogcFeatures,
      ogcTiles,
      people,
      layerTracker,
      EXPORTS,
      notifications,
      placeGroups,
      processed,
      projects,
      searches,
      savedViews,
      sessions,
      signedLinks,
      stac,
      submissions,
      surveys,
      inspectSurvey,
      tagList,
      tags,
      tileJson,
      wmts,
      uploads,
      viewing,
      worldpop,
      zips,
      zonal,
    ].flatMap((resource) => Object.values(resource).filter(isEndpoint)),
  ),
]
