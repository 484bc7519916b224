import type { Dataset, POPULATION_CATEGORIES } from '#contract/rasters/worldpop-list.ts'

export const CATEGORY_WORDS: Readonly<Record<(typeof POPULATION_CATEGORIES)[number], string>> = {
  population: 'Population',
  age_sex: 'Age and sex',
  density: 'Density',
  births: 'Births',
  other: 'Other',
}

/** 'Nigeria · Population 2020 · 1km' */
export const datasetName = ({ country, category, year, resolution }: Dataset) =>
  `${country} · ${CATEGORY_WORDS[category]} ${year} · ${resolution}`
