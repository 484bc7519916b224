import * as accessTokens from './access-tokens.ts'
import * as accounts from './accounts.ts'
import * as app from './app.ts'
import * as assetFindings from './asset-findings.ts'
import * as assetList from './asset-list.ts'
import * as assets from './assets.ts'
import * as audit from './audit.ts'
import * as bandList from './band-list.ts'
import * as bands from './bands.ts'
import * as bandUploads from './band-uploads.ts'
import * as clientList from './client-list.ts'
import * as clients from './clients.ts'
import * as collectionList from './collection-list.ts'
import * as collections from './collections.ts'
import * as collectionVersions from './collection-versions.ts'
import * as countries from './countries.ts'
import type { Endpoint } from './endpoint.ts'
import * as exports from './export.ts'
import * as facets from './facets.ts'
import * as final from './final.ts'
import * as inspections from './inspections.ts'
import * as interpolationList from './interpolation-list.ts'
import * as interpolation from './interpolation.ts'
import * as interpolationFiles from './interpolation-files.ts'
import * as jobDifference from './job-difference.ts'
import * as jobMethods from './job-methods.ts'
import * as jobOutputs from './job-outputs.ts'
import * as jobs from './jobs.ts'
import * as ogcTiles from './ogc-tiles.ts'
import * as people from './people.ts'
import * as layerTracker from './layer-tracker.ts'
import * as listExports from './list-exports.ts'
import * as notifications from './notifications.ts'
import * as placeGroupList from './place-group-list.ts'
import * as placeGroups from './place-groups.ts'
import * as processed from './processed.ts'
import * as projectList from './project-list.ts'
import * as projects from './projects.ts'
import * as searches from './search.ts'
import * as savedViews from './saved-views.ts'
import * as sessions from './sessions.ts'
import * as signedLinks from './signed-links.ts'
import * as stac from './stac.ts'
import * as submissionList from './submission-list.ts'
import * as submissions from './submissions.ts'
import * as surveyList from './survey-list.ts'
import * as surveys from './surveys.ts'
import * as tagList from './tag-list.ts'
import * as tags from './tags.ts'
import * as tileJson from './tilejson.ts'
import * as wmts from './wmts.ts'
import * as uploads from './uploads.ts'
import * as viewing from './viewing.ts'
import * as worldpopList from './worldpop-list.ts'
import * as worldpop from './worldpop.ts'
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
  clientList,
  clients,
  collectionList,
  collections,
  collectionVersions,
  countries,
  exports,
  facets,
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
  listExports,
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
