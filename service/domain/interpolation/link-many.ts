import type { Answer, Body } from '#contract/endpoint.ts'
import type { linkProductFiles } from '#contract/interpolation/interpolation-files.ts'
import type { Services } from '../../context.ts'
import { foreign, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { type LinkGiver, linkSigner } from '../link-tokens/sign-link.ts'
import { findProductFiles } from './find-files.ts'

type Links = typeof linkProductFiles

/** A signed link to each file; if any is missing, 404 names all missing ones. */
export async function linkMany(
  services: Services,
  wanted: Body<Links>['files'],
  giver: LinkGiver,
): Promise<Answer<Links>> {
  const found = await findProductFiles(services.db, [...new Set(wanted.map(({ id }) => id))])
  const pairs = new Map(wanted.map((one) => [`${one.id} ${one.ext}`, one]))
  const missing: string[] = []
  const files = [...pairs.values()].flatMap(({ id, ext }) => {
    const list = found.get(id)
    const file = list?.find((one) => one.ext === ext)
    if (!list) missing.push(`There is no product ${id}.`)
    else if (!file)
      missing.push(`Product ${id} has no file '${ext}'; it has ${list.map((one) => one.ext).join(', ')}.`)
    return file ? [file] : []
  })
  if (missing.length > 0)
    throw new ServiceError(
      'not-found',
      foreign(
        missing.length === 1 ? missing[0] : `${missing.length} of the files do not exist: ${missing[0]}`,
        sentence`Not all of the files exist.`,
      ),
      { errors: missing.slice(0, 100).map((message) => ({ message })) },
    )
  const sign = await linkSigner(services, giver)
  const content = files.map(({ product_id, ext, name, size, sha256 }) => {
    const link = sign({ kind: 'interpolation', recordId: product_id, part: ext, name })
    return { id: product_id, ext, name, size, sha256, ...link }
  })
  return { content, totalElements: content.length }
}
