import { facetsFrom } from '../../db/count-facets.ts'
import { place_group_versions as versions } from '../../db/schema.ts'
import { filterVersions } from './list-versions.ts'

const { iso3_code, place_type } = versions

export const listFacets = facetsFrom(versions, filterVersions, { iso3_code, place_type })
