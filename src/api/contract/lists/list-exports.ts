import { listAssets } from '../rasters/asset-list.ts'
import { listAudit } from '../audit.ts'
import { listBands } from '../rasters/band-list.ts'
import { listClients } from '../projects/client-list.ts'
import { listCollections } from '../rasters/collection-list.ts'
import { exportOf } from './export.ts'
import { listProducts } from '../interpolation/interpolation-list.ts'
import { listNotifications } from '../notifications.ts'
import { listAccounts } from '../accounts/people.ts'
import { listPlaceGroupVersions } from '../places/place-group-list.ts'
import { listProcessed } from '../rasters/processed.ts'
import { listProjects } from '../projects/project-list.ts'
import { listSubmissions } from '../submissions/submission-list.ts'
import { listSurveys } from '../surveys/survey-list.ts'
import { listTags } from '../projects/tag-list.ts'
import { listDatasets } from '../rasters/worldpop-list.ts'

export const exportAssets = exportOf(listAssets)
export const exportAudit = exportOf(listAudit)
export const exportBands = exportOf(listBands)
export const exportClients = exportOf(listClients)
export const exportCollections = exportOf(listCollections)
export const exportProducts = exportOf(listProducts)
export const exportNotifications = exportOf(listNotifications)
export const exportAccounts = exportOf(listAccounts)
export const exportPlaceGroupVersions = exportOf(listPlaceGroupVersions)
export const exportProcessed = exportOf(listProcessed)
export const exportProjects = exportOf(listProjects)
export const exportSubmissions = exportOf(listSubmissions)
export const exportSurveys = exportOf(listSurveys)
export const exportTags = exportOf(listTags)
export const exportDatasets = exportOf(listDatasets)
