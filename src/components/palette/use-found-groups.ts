import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { linkOptions, useRouter } from '@tanstack/react-router'
import type { Answer } from '#contract/endpoint.ts'
import type { findRecords } from '#contract/search.ts'
import {
  FolderKanban,
  Globe,
  type LucideIcon,
  Images,
  Layers,
  Layers2,
  Map as MapIcon,
  Send,
  Table2,
  UserRound,
  Users,
} from 'lucide-react'
import { TYPING_MS, useSettled } from '~/components/ui/use-settled.ts'
import { searchQuery } from '~/server/search.functions.ts'
import type { PaletteGroup } from './option.ts'
import { capitalised } from '~/lib/capitalised.ts'

type SearchResult = Answer<typeof findRecords>

export interface FoundGroups {
  groups: PaletteGroup[]
  /** The text is newer than what has been searched for, or the answer is not there yet. */
  isSearching: boolean
  result: UseQueryResult<SearchResult>
}

/** The records that the service finds, once nobody has typed for a moment. */
export function useFoundGroups(text: string): FoundGroups {
  const router = useRouter()
  const words = useSettled(text, text || null, TYPING_MS)
  const result = useQuery(searchQuery(words))
  const isCurrent = words === text
  const answer = isCurrent ? result.data : undefined
  return {
    groups: answer ? groupsOf(answer, router) : [],
    isSearching: text !== '' && (!isCurrent || result.isFetching),
    result,
  }
}

function groupsOf(answer: SearchResult, router: ReturnType<typeof useRouter>): PaletteGroup[] {
  // `linkOptions` has checked its type.
  const href = (link: object) => router.buildLocation(link as never).href
  const group = (
    title: string,
    icon: LucideIcon,
    rows: SearchResult['rasters'],
    linkTo: (id: string) => object,
  ) => ({
    title,
    options: rows.map(({ id, name }) => ({
      id: `${title.replaceAll(' ', '-')}-${id}`,
      label: name,
      icon,
      href: href(linkTo(String(id))),
    })),
  })
  const all: PaletteGroup[] = [
    {
      title: 'Jobs',
      options: answer.jobs.map(({ id, name, job_key: jobKey, status }) => ({
        id: `job-${id}`,
        label: name,
        detail: jobKey,
        note: capitalised(status),
        icon: Table2,
        ...(status === 'completed' && { mapOf: jobKey }),
        href: href(linkOptions({ to: '/spatial-catalog/report/$jobKey', params: { jobKey } })),
      })),
    },
    {
      title: 'Submissions',
      options: answer.submissions.map(({ id, name }) => ({
        id: `submission-${id}`,
        label: name,
        note: `Submission ${id}`,
        icon: Send,
        href: href(linkOptions({ to: '/modeling/submission/$id', params: { id: String(id) } })),
      })),
    },
    group('Surveys', Users, answer.surveys, (id) =>
      linkOptions({ to: '/survey/catalog/survey/$id', params: { id } }),
    ),
    group('Rasters', Images, answer.rasters, (id) =>
      linkOptions({ to: '/modeling/raster-assets/$id', params: { id } }),
    ),
    group('Bands', Layers2, answer.bands, (id) =>
      linkOptions({ to: '/raster/band-catalog/$id', params: { id } }),
    ),
    group('Band collections', Layers, answer.collections, (id) =>
      linkOptions({ to: '/raster/band-collection/$id', params: { id } }),
    ),
    group('Population datasets', Globe, answer.datasets, (id) =>
      linkOptions({ to: '/worldpop/$id', params: { id } }),
    ),
    {
      title: 'Checked-in products',
      options: answer.products.map(({ id, name, job_key: jobKey }) => ({
        id: `Checked-in-products-${id}`,
        label: name,
        detail: jobKey,
        icon: MapIcon,
        mapOf: jobKey,
        href: href(linkOptions({ to: '/spatial-catalog/report/$jobKey', params: { jobKey } })),
      })),
    },
    group('Projects', FolderKanban, answer.projects, (id) =>
      linkOptions({ to: '/projects/$id', params: { id } }),
    ),
    {
      title: 'People',
      options: answer.people.map(({ id, name, email }) => ({
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
