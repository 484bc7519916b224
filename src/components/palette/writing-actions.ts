import {
  FileUp,
  FolderKanban,
  Globe,
  Images,
  Layers,
  Layers2,
  MapPinPlus,
  MapPinned,
  RotateCcw,
  Send,
  Star,
  Users,
} from 'lucide-react'
import type { Person } from '#contract/accounts/accounts.ts'
import { checkInRaster } from '#contract/interpolation/interpolation-files.ts'
import { markJobsFinal } from '#contract/jobs/final.ts'
import { importPlaceGroup } from '#contract/places/place-groups.ts'
import { createProject } from '#contract/projects/projects.ts'
import { uploadAsset } from '#contract/rasters/assets.ts'
import { uploadBands } from '#contract/rasters/band-uploads.ts'
import { createCollection } from '#contract/rasters/collections.ts'
import { importDataset } from '#contract/rasters/worldpop.ts'
import { runAgain, runFile } from '#contract/submissions/submissions.ts'
import { importSurvey } from '#contract/surveys/surveys.ts'
import { may } from '~/api/may.ts'
import type { PaletteOption } from './option.ts'

/** Actions by their verbs, each leading to the screen that does it; those that the person may not do are omitted. */
export function writingActions(person: Person | null, path: string): PaletteOption[] {
  const submission = /^\/modeling\/submission\/(\d+)/.exec(path)?.[1]
  const actions = [
    [runFile, 'New submission', Send, '/modeling/submission', 'create submit run start layers model'],
    [
      runAgain,
      submission ? 'Run this submission again' : 'Run a submission again',
      RotateCcw,
      submission ? `/modeling/submission/${submission}/again` : '/modeling/submission?sort_order=desc',
      'rerun repeat retry failed improve',
    ],
    [
      markJobsFinal,
      'Mark a job as final',
      Star,
      '/modeling/product-catalog?status=completed&final=false&sort_order=desc',
      'choose approve',
    ],
    [runFile, 'Add a country', MapPinPlus, '/modeling/submission/add-country', 'import own data'],
    [importSurvey, 'Import a survey', Users, '/survey/catalog/import', 'add upload new clusters points'],
    [
      uploadAsset,
      'Upload rasters',
      Images,
      '/modeling/raster-assets/upload',
      'add import new geotiff assets',
    ],
    [uploadBands, 'Upload bands in bulk', Layers2, '/raster/band-catalog/bulk', 'add import new covariates'],
    [createCollection, 'New band collection', Layers, '/raster/band-collection/new', 'create add stack'],
    [
      importPlaceGroup,
      'Import outlines',
      MapPinned,
      '/place-groups/import',
      'add upload new place group boundaries',
    ],
    [importDataset, 'Import a population dataset', Globe, '/worldpop/import', 'add upload new'],
    [
      checkInRaster,
      'Check in a raster',
      FileUp,
      '/spatial-catalog/raster-check-in',
      'publish upload product',
    ],
    [createProject, 'New project', FolderKanban, '/projects/new', 'create add'],
  ] as const
  return actions.flatMap(([endpoint, label, icon, href, words]) =>
    may(person, endpoint) ? [{ id: `action-${label.replaceAll(' ', '-')}`, label, icon, href, words }] : [],
  )
}
