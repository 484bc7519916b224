import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { linkOptions, useRouter } from '@tanstack/react-router'
import type { Answer } from '#contract/endpoint.ts'
import type { findRecords } from '#contract/search.ts'
import {
  FolderKanban,
  Globe,
  Images,
  Layers,
  Layers2,
  Map as MapIcon,
  Send,
  Table2,
  UserRound,
  Users,
} from '~/components/ui/icons.tsx'
import { TYPING_MS, useSettled } from '~/components/ui/use-settled.ts'
import { searchQuery } from '~/server/search.functions.ts'
import type { PaletteGroup } from './option.ts'
import { capitalised } from '~/lib/capitalised.ts'

type Found = Answer<typeof findRecords>

export interface FoundGroups {
  groups: PaletteGroup[]
  /** The text is newer than what has been searched for, or the answer is not there yet. */
  isSearching: boolean
  result: UseQueryResult<Found>
}

/** The records that the service finds, once nobody has typed for a moment. */
export function useFoundGroups(text: string): FoundGroups {
  const router = useRouter()
  const words = useSettled(text, text || null, TYPING_MS)
  const result = useQuery(searchQuery(words))
  const isCurrent = words === text
  const found = isCurrent ? result.data : undefined
  return {
    groups: found ? groupsOf(found, router) : [],
    isSearching: text !== '' && (!isCurrent || result.isFetching),
    result,
  }
}

function groupsOf(found: Found, router: ReturnType<typeof useRouter>): PaletteGroup[] {
  // `linkOptions` has checked its type.
  const href = (link: object) => router.buildLocation(link as never).href
  const all: PaletteGroup[] = [
    {
      title: 'Jobs',
      options: found.jobs.map(({ id, name, job_key: jobKey, status }) => ({
        id: `job-${id}`,
        label: name,
        detail: jobKey,
        note: capitalised(status),
        icon: Table2,
        href: href(linkOptions({ to: '/spatial-catalog/report/$jobKey', params: { jobKey } })),
      })),
    },
    {
      title: 'Submissions',
      options: found.submissions.map(({ id, name }) => ({
        id: `submission-${id}`,
        label: name,
        note: `Submission ${id}`,
        icon: Send,
        href: href(linkOptions({ to: '/modeling/submission/$id', params: { id: String(id) } })),
      })),
    },
    {
      title: 'Surveys',
      options: found.surveys.map(({ id, name }) => ({
        id: `survey-${id}`,
        label: name,
        icon: Users,
        href: href(linkOptions({ to: '/survey/catalog/survey/$id', params: { id: String(id) } })),
      })),
    },
    {
      title: 'Rasters',
      options: found.rasters.map(({ id, name }) => ({
        id: `raster-${id}`,
        label: name,
        icon: Images,
        href: href(linkOptions({ to: '/modeling/raster-assets/$id', params: { id: String(id) } })),
      })),
    },
    {
      title: 'Bands',
      options: found.bands.map(({ id, name }) => ({
        id: `band-${id}`,
        label: name,
        icon: Layers2,
        href: href(linkOptions({ to: '/raster/band-catalog/$id', params: { id: String(id) } })),
      })),
    },
    {
      title: 'Band collections',
      options: found.collections.map(({ id, name }) => ({
        id: `collection-${id}`,
        label: name,
        icon: Layers,
        href: href(linkOptions({ to: '/raster/band-collection/$id', params: { id: String(id) } })),
      })),
    },
    {
      title: 'Population datasets',
      options: found.datasets.map(({ id, name }) => ({
        id: `dataset-${id}`,
        label: name,
        icon: Globe,
        href: href(linkOptions({ to: '/worldpop/$id', params: { id: String(id) } })),
      })),
    },
    {
      title: 'Checked-in products',
      options: found.products.map(({ id, name, asset_id }) => ({
        id: `product-${id}`,
        label: name,
        icon: MapIcon,
        href: href(linkOptions({ to: '/modeling/raster-assets/$id', params: { id: String(asset_id) } })),
      })),
    },
    {
      title: 'Projects',
      options: found.projects.map(({ id, name }) => ({
        id: `project-${id}`,
        label: name,
        icon: FolderKanban,
        href: href(linkOptions({ to: '/projects/$id', params: { id: String(id) } })),
      })),
    },
    {
      title: 'People',
      options: found.people.map(({ id, name, email }) => ({
        id: `person-${id}`,
        label: name,
        note: email,
        icon: UserRound,
        href: href(linkOptions({ to: '/people', search: { name: email } })),
      })),
    },
  ]
  return all.filter(({ options }) => options.length > 0)
}
