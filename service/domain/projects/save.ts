import type { Body } from '#contract/endpoint.ts'
import type { Project } from '#contract/projects/project-list.ts'
import { MAX_MEMBERS, type changeProject, type createProject } from '#contract/projects/projects.ts'
import { and, eq, inArray, isNotNull, isNull } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { clients, project_members, projects, users } from '../../db/schema.ts'
import { brokenConstraint, type Transaction, transactionWithAudit } from '../../db/transaction.ts'
import { type Sentence, fixed, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { get } from './list.ts'

const rejection = (field: string, message: Sentence) => new ServiceError('invalid', message, { field })

export const create = (db: Database, { members, ...input }: Body<typeof createProject>): Promise<Project> =>
  saving(db, async (tx) => {
    requireOrder(input)
    await requireClient(tx, input.client_id)
    const [{ id }] = await tx.insert(projects).values(input).returning({ id: projects.id })
    await setMembers(tx, id, { members })
    return id
  })

export const change = (
  db: Database,
  id: number,
  { members, add_members, remove_members, ...input }: Body<typeof changeProject>,
): Promise<Project> =>
  saving(db, async (tx) => {
    const [previous] = await tx.select().from(projects).where(eq(projects.id, id)).for('update')
    if (!previous) throw new ServiceError('not-found', sentence`There is no project ${id}.`)
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const changesMembers = Boolean(members ?? add_members ?? remove_members)
    if (Object.keys(given).length === 0 && !changesMembers)
      throw new ServiceError(
        'invalid',
        sentence`Say what to change: name, client_id, description, funding, data_selection, data_sharing, status, start_date, end_date, members, add_members or remove_members.`,
      )
    requireOrder({ ...previous, ...given })
    await requireClient(tx, input.client_id)
    if (Object.keys(given).length > 0) await tx.update(projects).set(given).where(eq(projects.id, id))
    if (changesMembers) await setMembers(tx, id, { members, add_members, remove_members })
    return id
  })

async function saving(db: Database, work: (tx: Transaction) => Promise<number>): Promise<Project> {
  try {
    return await transactionWithAudit(db, async (tx) => get(tx, await work(tx)))
  } catch (error) {
    if (brokenConstraint(error) !== 'projects_name_key') throw error
    const message = sentence`This client already has a project of that name; choose another name.`
    throw new ServiceError('conflict', message, { field: 'name' })
  }
}

function requireOrder({
  start_date,
  end_date,
}: {
  start_date: string | null
  end_date: string | null
}): void {
  if (start_date !== null && end_date !== null && start_date > end_date)
    throw rejection(
      'end_date',
      sentence`end_date (${end_date}) must not be before start_date (${start_date}).`,
    )
}

async function requireClient(tx: Transaction, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return
  // Locked until the end, so that it can't be deleted in between.
  const [found] = await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, id)).for('share')
  if (!found)
    throw rejection('client_id', sentence`There is no client ${id}; GET /projects/clients lists them.`)
}

type MemberField = 'members' | 'add_members' | 'remove_members'

/** Members who have been disabled since may stay; new ones must be able to log in. */
async function setMembers(
  tx: Transaction,
  projectId: number,
  { members, add_members = [], remove_members = [] }: Pick<Body<typeof changeProject>, MemberField>,
): Promise<void> {
  const here = eq(project_members.project_id, projectId)
  const previous = await tx.select({ id: project_members.user_id }).from(project_members).where(here)
  const previousIds = new Set(previous.map(({ id }) => id))
  const wanted = new Set([...(members ?? previousIds), ...add_members])
  for (const id of remove_members) wanted.delete(id)
  const field = members ? 'members' : 'add_members'
  if (wanted.size > MAX_MEMBERS)
    throw rejection(field, sentence`A project has at most ${fixed(MAX_MEMBERS)} members.`)
  const added = [...wanted].filter((id) => !previousIds.has(id))
  const gone = [...previousIds].filter((id) => !wanted.has(id))
  if (added.length > 0) {
    const found = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, added), isNull(users.disabled_at), isNotNull(users.admitted_at)))
    const known = new Set(found.map(({ id }) => id))
    const unknown = added.filter((id) => !known.has(id))
    if (unknown.length > 0)
      throw rejection(
        field,
        sentence`There is no active person with the id ${unknown.slice(0, 20).join(', ')}.`,
      )
    await tx.insert(project_members).values(added.map((user_id) => ({ project_id: projectId, user_id })))
  }
  if (gone.length > 0)
    await tx.delete(project_members).where(and(here, inArray(project_members.user_id, gone)))
}
