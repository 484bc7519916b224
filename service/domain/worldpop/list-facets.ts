import { facetsFrom } from '../../db/count-facets.ts'
import { worldpop_datasets as datasets } from '../../db/schema.ts'
import { filterDatasets } from './select-datasets.ts'

const { iso3_code, year, category, resolution } = datasets

export const listFacets = facetsFrom(datasets, filterDatasets, { iso3_code, year, category, resolution })
