interface WithRoles {
  roles: readonly { name: string }[]
}

export const isAdmin = (person: WithRoles | null | undefined): boolean =>
  person?.roles.some(({ name }) => name === 'admin') ?? false

/** Only the person who created a record, and admins, may change or delete it. */
export const isOwnerOrAdmin = (person: WithRoles & { id: number }, ownerId: number | null): boolean =>
  person.id === ownerId || isAdmin(person)
