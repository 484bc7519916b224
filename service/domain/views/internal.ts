import { and, eq, or, sql } from '#drizzle'
import { fitView } from '#contract/lists/fit-view.ts'
import { LISTS, LIST_NAMES } from '#contract/lists.ts'
import type { ListEndpoint } from '#contract/lists/beside-list.ts'
import { isAdmin } from '#contract/accounts/owners.ts'
import { MAX_QUERY_LENGTH, type SavedView, type ViewQuery } from '#contract/lists/saved-views.ts'
import type { Actor } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { personName } from '../../db/person-name.ts'
import { default_views, saved_views, users } from '../../db/schema.ts'
import { brokenConstraint } from '../../db/transaction.ts'
import { fixed, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

const has = ({ roles }: Actor, role: string) => roles.some(({ name }) => name === role)
/** Sharing changes what colleagues see, so it needs the role that writes. */
export const mayShare = (actor: Actor) => has(actor, 'staff') || isAdmin(actor)

const listNamed = (name: string) => Object.values(LISTS).find(({ list }) => list.name === name)?.list

/** @throws ServiceError 'invalid' if there is no such list, 'forbidden' if the person may not see it */
export function requireList(actor: Actor, name: string) {
  const list = listNamed(name)
  if (!list) {
    const message = sentence`'${name}' is not a list. Allowed: ${LIST_NAMES.join(', ')}.`
    throw new ServiceError('invalid', message, { field: 'list' })
  }
  if (!list.access.some((role) => has(actor, role)))
    throw new ServiceError('forbidden', sentence`Your role does not include this list.`)
  return list
}

/** @throws ServiceError 'invalid' that names each field that the list rejects */
export function validateQuery({ query: listQuery }: ListEndpoint, stored: ViewQuery): ViewQuery {
  const { query, misfits } = fitView(listQuery, stored)
  if (misfits.length > 0)
    throw new ServiceError('invalid', sentence`The list does not accept '${misfits.join("', '")}'.`, {
      errors: misfits.map((misfit) => ({
        field: `query.${misfit.slice(0, misfit.indexOf('='))}`,
        message: `The list does not accept '${misfit}'.`,
      })),
    })
  if (JSON.stringify(query).length > MAX_QUERY_LENGTH)
    throw new ServiceError(
      'invalid',
      sentence`A view holds at most ${fixed(MAX_QUERY_LENGTH)} characters of filters. Remove some values.`,
    )
  return query
}

/** Views with their owner, and whether they are this person's default. */
export function selectViews(db: Executor, actor: Actor) {
  return db
    .select({
      id: saved_views.id,
      list: saved_views.list,
      name: saved_views.name,
      query: saved_views.query,
      shared: saved_views.shared,
      owner_id: saved_views.owner_id,
      owner_name: personName,
      is_default: sql<boolean>`${default_views.view_id} is not null`,
      updated_at: saved_views.updated_at,
    })
    .from(saved_views)
    .innerJoin(users, eq(users.id, saved_views.owner_id))
    .leftJoin(
      default_views,
      and(eq(default_views.view_id, saved_views.id), eq(default_views.user_id, actor.id)),
    )
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectViews>>[number]

export const isVisible = (actor: Actor) => or(eq(saved_views.owner_id, actor.id), saved_views.shared)

const mayChange = (actor: Actor, view: Pick<Row, 'owner_id' | 'shared'>) =>
  view.owner_id === actor.id || (view.shared && isAdmin(actor))

export function presentView(actor: Actor, row: Row): SavedView {
  const list = listNamed(row.list)!
  return {
    ...row,
    ...fitView(list.query, row.query),
    may_change: mayChange(actor, row),
    updated_at: row.updated_at.toISOString(),
  }
}

/** A view that the person can see and whose list they may see. @throws ServiceError 'not-found' */
export async function requireView(db: Executor, actor: Actor, id: number): Promise<SavedView> {
  const [row] = await selectViews(db, actor).where(and(eq(saved_views.id, id), isVisible(actor)))
  if (!row)
    throw new ServiceError('not-found', sentence`There is no view ${id}, or it is not shared with you.`)
  requireList(actor, row.list)
  return presentView(actor, row)
}

/** @throws ServiceError 'forbidden' */
export async function requireOwnView(db: Executor, actor: Actor, id: number): Promise<SavedView> {
  const view = await requireView(db, actor, id)
  if (!view.may_change)
    throw new ServiceError('forbidden', sentence`Only ${view.owner_name} and admins can change this view.`)
  return view
}

/** The unique index decides, also between concurrent calls. */
export function rejectTakenName(error: unknown, name: string): never {
  if (brokenConstraint(error) !== 'saved_views_name') throw error
  const message = sentence`You already have a view '${name}' of this list.`
  throw new ServiceError('conflict', message, { field: 'name' })
}

export const mayNotShare = () =>
  new ServiceError('forbidden', sentence`Sharing a view needs the role staff or admin.`)
