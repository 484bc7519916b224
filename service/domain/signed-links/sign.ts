import type { SignedLink } from '#contract/accounts/signed-links.ts'
import type { Services } from '../../context.ts'
import { type LinkGiver, type LinkTarget, signLink } from '../link-tokens/sign-link.ts'
import { RESOLVERS } from './kinds.ts'

/** A link to a file that exists now; throws like the resolver of its kind if it does not. */
export async function sign(
  services: Pick<Services, 'db' | 'files' | 'config'>,
  target: Omit<LinkTarget, 'name'>,
  giver: LinkGiver & { minutes?: number },
): Promise<SignedLink> {
  const { name } = await RESOLVERS[target.kind](services, String(target.recordId), target.part)
  return signLink(services, { ...target, name }, giver)
}
