import { createHash } from 'node:crypto'
import { getMe } from '#contract/accounts/accounts.ts'
import { ApiError, OTHER_PERSON } from '~/api/api-error.ts'
import { type CallOptions, call } from '~/api/call.ts'

/** Ids of the people whose tokens these are, by hash; a token never changes hands. */
const owners = new Map<string, number>()
const MAX_OWNERS = 10_000

/** Two people may use one browser, in two tabs: a change comes from the page of the person whose session it would use. */
export async function checkPagePerson(page: string | null | undefined, options: CallOptions): Promise<void> {
  if (!page || !options.token) return
  if (String(await ownerOf(options.token, options)) !== page) throw new ApiError(409, OTHER_PERSON)
}

async function ownerOf(token: string, options: CallOptions): Promise<number> {
  const key = createHash('sha256').update(token).digest('base64')
  const owner = owners.get(key)
  if (owner !== undefined) return owner
  const { id } = await call(getMe, {}, options)
  if (owners.size >= MAX_OWNERS) owners.clear()
  owners.set(key, id)
  return id
}
