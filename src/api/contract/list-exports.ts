import { listAssets } from './asset-list.ts'
import { listAudit } from './audit.ts'
import { listBands } from './band-list.ts'
import { listClients } from './client-list.ts'
import { listCollections } from './collection-list.ts'
import { exportOf } from './export.ts'
import { listProducts } from './interpolation-list.ts'
import { listNotifications } from './notifications.ts'
import { listAccounts } from './people.ts'
import { listPlaceGroupVersions } from './place-group-list.ts'
import { listProcessed } from './processed.ts'
import { listProjects } from './project-list.ts'
import { listSubmissions } from './submission-list.ts'
import { listSurveys } from './survey-list.ts'
import { listTags } from './tag-list.ts'
import { listDatasets } from './worldpop-list.ts'

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
