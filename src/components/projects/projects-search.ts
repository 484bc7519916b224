import { listProjects } from '#contract/projects/project-list.ts'
import { searchOf } from '~/components/data-table/address/search.ts'

export const search = searchOf(listProjects)
