import * as accessTokens from './accounts/access-tokens.ts'
import * as accounts from './accounts/accounts.ts'
import * as app from './app.ts'
import * as assetFindings from './rasters/asset-findings.ts'
import * as assetList from './rasters/asset-list.ts'
import * as assets from './rasters/assets.ts'
import * as audit from './audit.ts'
import * as bandList from './rasters/band-list.ts'
import * as bands from './rasters/bands.ts'
import * as bandUploads from './rasters/band-uploads.ts'
import * as briefs from './jobs/briefs.ts'
import * as clientList from './projects/client-list.ts'
import * as clients from './projects/clients.ts'
import * as collectionList from './rasters/collection-list.ts'
import * as collections from './rasters/collections.ts'
import * as collectionVersions from './rasters/collection-versions.ts'
import * as countries from './places/countries.ts'
import type { Endpoint } from './endpoint.ts'
import { EXPORTS, exportJobs } from './lists/export.ts'
import { FACETS } from './lists/facets.ts'
import * as final from './jobs/final.ts'
import * as inspections from './rasters/inspections.ts'
import * as interpolationList from './interpolation/interpolation-list.ts'
import * as interpolation from './interpolation/interpolation.ts'
import * as interpolationFiles from './interpolation/interpolation-files.ts'
import * as jobDifference from './viewing/job-difference.ts'
import * as jobMethods from './jobs/job-methods.ts'
import * as jobOutputs from './jobs/job-outputs.ts'
import * as jobs from './jobs/jobs.ts'
import * as ogcTiles from './standards/ogc-tiles.ts'
import * as people from './accounts/people.ts'
import * as layerTracker from './layer-tracker.ts'
import * as notifications from './notifications.ts'
import * as placeGroupList from './places/place-group-list.ts'
import * as placeGroups from './places/place-groups.ts'
import * as processed from './rasters/processed.ts'
import * as projectList from './projects/project-list.ts'
import * as projects from './projects/projects.ts'
import * as searches from './search.ts'
import * as savedViews from './lists/saved-views.ts'
import * as sessions from './accounts/sessions.ts'
import * as signedLinks from './accounts/signed-links.ts'
import * as stac from './standards/stac.ts'
import * as submissionList from './submissions/submission-list.ts'
import * as submissions from './submissions/submissions.ts'
import * as surveyList from './surveys/survey-list.ts'
import * as surveys from './surveys/surveys.ts'
import * as tagList from './projects/tag-list.ts'
import * as tags from './projects/tags.ts'
import * as tileJson from './standards/tilejson.ts'
import * as wmts from './standards/wmts.ts'
import * as uploads from './rasters/uploads.ts'
import * as viewing from './viewing/viewing.ts'
import * as worldpopList from './rasters/worldpop-list.ts'
import * as worldpop from './rasters/worldpop.ts'
import * as zips from './zips.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every call of the contract: routes, OpenAPI and the tests iterate over this list. */
export const endpoints: readonly Endpoint[] = [
  accessTokens,
  accounts,
  app,
  assetList,
  assets,
  assetFindings,
  audit,
  bandList,
  bands,
  bandUploads,
  briefs,
  clientList,
  clients,
  collectionList,
  collections,
  collectionVersions,
  countries,
  { exportJobs },
  FACETS,
  inspections,
  interpolationList,
  interpolation,
  interpolationFiles,
  jobs,
  jobDifference,
  jobMethods,
  jobOutputs,
  final,
  ogcTiles,
  people,
  layerTracker,
  EXPORTS,
  notifications,
  placeGroupList,
  placeGroups,
  processed,
  projectList,
  projects,
  searches,
  savedViews,
  sessions,
  signedLinks,
  stac,
  submissionList,
  submissions,
  surveyList,
  surveys,
  tagList,
  tags,
  tileJson,
  wmts,
  uploads,
  viewing,
  worldpopList,
  worldpop,
  zips,
].flatMap((resource) => Object.values(resource).filter(isEndpoint))
