import { createRequire } from 'node:module'
import type * as Orm from 'drizzle-orm'
import type * as NodePostgres from 'drizzle-orm/node-postgres'
import type * as PgCore from 'drizzle-orm/pg-core'

export type { SQL, SQLWrapper } from 'drizzle-orm'
export type { NodePgDatabase } from 'drizzle-orm/node-postgres'
export type { AnyPgColumn, PgSelect } from 'drizzle-orm/pg-core'

/**
 * What the product uses of drizzle-orm, in its CommonJS form: for each module of the other form, Node.js parses the
 * 130 kB of `exports` in its package.json, which took half of the start of every process (0.6 s of 1.1 s).
 */
const require = createRequire(import.meta.url)
export const {
  Column,
  and,
  asc,
  between,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  inArray,
  is,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  max,
  ne,
  or,
  sql,
} = require('drizzle-orm') as typeof Orm
export const {
  PgDialect,
  PgTable,
  alias,
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  getTableConfig,
  integer,
  json,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} = require('drizzle-orm/pg-core') as typeof PgCore
export type PgTable<T extends PgCore.TableConfig = PgCore.TableConfig> = PgCore.PgTable<T>
export const { drizzle } = require('drizzle-orm/node-postgres') as typeof NodePostgres
