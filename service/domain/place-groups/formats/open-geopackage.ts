import { DatabaseSync, constants } from 'node:sqlite'
import { UnreadableOutlines } from '../outline-types.ts'

export const isSqlite = (content: Uint8Array) =>
  Buffer.from(content.buffer, content.byteOffset, 16).toString('latin1') === 'SQLite format 3\0'

type Row = Record<string, unknown>

export interface GeoPackage {
  rows(statement: string, ...values: (string | number | null)[]): Iterable<Row>
  /** Names of a table's columns. @throws UnreadableOutlines if it is not a table, or if a column is computed */
  columnsOf(table: string): string[]
  close(): void
}

const MOST_OBJECTS = 10_000
/** Bytes 18 and 19 of the header: 1 is a rollback journal, 2 a write-ahead log, which an in-memory copy cannot have. */
const JOURNAL_BYTES = [18, 19]

/**
 * An in-memory copy of a GeoPackage of which only tables are read: a file provides data, not queries. Triggers and
 * spatial indexes (virtual tables named rtree_…), which GDAL and QGIS write into every file, are allowed: nothing can
 * write, so no trigger fires, and none of their names may be read.
 */
export function openGeoPackage(content: Uint8Array): GeoPackage {
  const copy = Uint8Array.from(content)
  for (const byte of JOURNAL_BYTES) copy[byte] = 1
  const database = new DatabaseSync(':memory:', {
    allowExtension: false,
    defensive: true,
    limits: { length: content.length + 1024, sqlLength: 100_000, column: 2000, exprDepth: 50, attach: 0 },
  })
  try {
    database.deserialize(copy)
    database.exec(
      'pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on; pragma temp_store = memory',
    )
    const tables = requireTables(database)
    database.setAuthorizer((action, name, _detail, _database, view) => {
      if (action === constants.SQLITE_SELECT) return constants.SQLITE_OK
      if (action === constants.SQLITE_PRAGMA && name === 'table_xinfo') return constants.SQLITE_OK
      const known = name !== null && (tables.has(name) || name === 'pragma_table_xinfo')
      return action === constants.SQLITE_READ && known && view === null
        ? constants.SQLITE_OK
        : constants.SQLITE_DENY
    })
    const rows: GeoPackage['rows'] = (statement, ...values) => {
      const prepared = database.prepare(statement)
      prepared.setReadBigInts(true)
      return prepared.iterate(...values) as Iterable<Row>
    }
    return {
      rows,
      columnsOf(table) {
        if (!tables.has(table))
          throw new UnreadableOutlines(`the file has no table '${table.slice(0, 100)}'.`)
        return [...rows('select name, hidden from pragma_table_xinfo(?)', table)].map(({ name, hidden }) => {
          if (hidden !== 0n)
            throw new UnreadableOutlines(
              `the file has a computed column in the table '${table.slice(0, 100)}'; only stored columns are read.`,
            )
          return String(name)
        })
      },
      close: () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Names of the tables with pages of their own. @throws UnreadableOutlines for a view or a virtual table */
function requireTables(database: DatabaseSync): Set<string> {
  const tables = new Set<string>()
  const objects = database
    .prepare('select type, name, rootpage from sqlite_master limit ?')
    .all(MOST_OBJECTS + 1) as Row[]
  if (objects.length > MOST_OBJECTS)
    throw new UnreadableOutlines(`the file has more than ${MOST_OBJECTS} tables, indexes and triggers.`)
  for (const { type, name, rootpage } of objects) {
    const stored = Number(rootpage) > 0
    if (type === 'view' || (type === 'table' && !stored && !String(name).startsWith('rtree_')))
      throw new UnreadableOutlines(
        `the file has a ${type === 'view' ? 'view' : 'virtual table'}, '${String(name).slice(0, 100)}'; only plain tables are read.`,
        'Export the layer to a GeoPackage of its own, e.g. ogr2ogr out.gpkg in.gpkg layer.',
      )
    if (type === 'table' && stored) tables.add(String(name))
  }
  return tables
}
