import type { Endpoint } from '#contract/endpoint.ts'

/** Whether a person may make a call; screens hide what they may not do. The service enforces the same table. */
export function may(
  person: { roles: readonly { name: string }[] } | null | undefined,
  { access }: Pick<Endpoint, 'access'>,
): boolean {
  if (access === 'public') return true
  return person?.roles.some((role) => (access as readonly string[]).includes(role.name)) ?? false
}
