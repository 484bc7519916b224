import * as contract from '#contract/places/place-groups.ts'
import type { Body } from '#contract/endpoint.ts'
import { changeVersion, removeVersion } from '../../domain/place-groups/change-version.ts'
import { createPlaceGroup, validatePlaceGroup, type NewPlaceGroup } from '../../domain/place-groups/create.ts'
import { getPlaces } from '../../domain/place-groups/get-places.ts'
import { type ReceivedFile, type Route, route } from '../route.ts'

export const placeGroupRoutes: Route[] = [
  route(contract.getPlaces, ({ params, query, caller }, { db }) =>
    getPlaces(db, { ...params, ...query }, caller),
  ),
  route(contract.importPlaceGroup, ({ body, files, caller }, services) =>
    createPlaceGroup(services, inputOf(body, files), caller),
  ),
  route(contract.validatePlaceGroup, async ({ body, files, caller }, services) => {
    const { count, findings } = await validatePlaceGroup(services, inputOf(body, files), caller)
    const valid = findings.every(({ severity }) => severity !== 'error')
    return { valid, places: count, findings }
  }),
  route(contract.changePlaceGroupVersion, ({ params, body }, { db }) => changeVersion(db, params.id, body)),
  route(contract.deletePlaceGroupVersion, ({ params }, { db }) => removeVersion(db, params.id)),
]

function inputOf(
  {
    name_field,
    code_field,
    parent_field,
    default: is_default,
    ...rest
  }: Body<typeof contract.importPlaceGroup>,
  [file]: ReceivedFile[],
): NewPlaceGroup {
  const properties = { name: name_field, code: code_field, parent: parent_field }
  return { ...rest, is_default, properties, file: { name: file.name, content: file.content } }
}
