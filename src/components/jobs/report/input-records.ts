const RECORDS = [
  [/^survey_id$/, { to: '/survey/catalog/survey/$id', list: '/survey/catalog/{-$mode}', what: 'Survey' }],
  [
    /^collection_id$/,
    { to: '/raster/band-collection/$id', list: '/raster/band-collection', what: 'Collection' },
  ],
  [/^population_band_id$/, { to: '/raster/band-catalog/$id', list: '/raster/band-catalog', what: 'Band' }],
  [/^place_group_version_ids\./, { to: '/place-groups/$id', list: '/place-groups', what: 'Outlines' }],
] as const

/** The screen and the list of the record that a column of a layer has by id. */
export const recordOf = (column: string) => RECORDS.find(([pattern]) => pattern.test(column))?.[1]
