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
import { WRITERS } from '#contract/endpoint.ts'
import { may } from '~/api/may.ts'
import type { PaletteOption } from './option.ts'

/** Actions by their verbs, each leading to the screen that does it; none for a person who may not write. */
export function writingActions(person: Person | null, path: string): PaletteOption[] {
  if (!may(person, { access: WRITERS })) return []
  const submission = /^\/modeling\/submission\/(\d+)/.exec(path)?.[1]
  const actions = [
    ['New submission', Send, '/modeling/submission', 'create submit run start layers model'],
    [
      submission ? 'Run this submission again' : 'Run a submission again',
      RotateCcw,
      submission ? `/modeling/submission/${submission}/again` : '/modeling/submission?sort_order=desc',
      'rerun repeat retry failed improve',
    ],
    [
      'Mark a job as final',
      Star,
      '/modeling/product-catalog?status=completed&final=false&sort_order=desc',
      'choose approve',
    ],
    ['Add a country', MapPinPlus, '/modeling/submission/add-country', 'import own data'],
    ['Import a survey', Users, '/survey/catalog/import', 'add upload new clusters points'],
    ['Upload rasters', Images, '/modeling/raster-assets/upload', 'add import new geotiff assets'],
    ['Upload bands in bulk', Layers2, '/raster/band-catalog/bulk', 'add import new covariates'],
    ['New band collection', Layers, '/raster/band-collection/new', 'create add stack'],
    ['Import outlines', MapPinned, '/place-groups/import', 'add upload new place group boundaries'],
    ['Import a population dataset', Globe, '/worldpop/import', 'add upload new'],
    ['Check in a raster', FileUp, '/spatial-catalog/raster-check-in', 'publish upload product'],
    ['New project', FolderKanban, '/projects/new', 'create add'],
  ] as const
  return actions.map(([label, icon, href, words]) => ({
    id: `action-${label.replaceAll(' ', '-')}`,
    label,
    icon,
    href,
    words,
  }))
}
