import { dirname, join, normalize } from 'node:path'

interface Import {
  from: string
  to: string
}

/**
 * What the files below a folder may import from this repository. The longest matching folder decides; a file may always
 * import from its own folder.
 */
interface Room {
  folder: string
  may: readonly string[]
  /** Exceptions to what it may import. */
  not?: readonly string[]
  /** Exceptions to `not`. */
  except?: RegExp
  reason: string
}

const CONTRACT = 'src/api/contract'
const COMMON = 'common'
/** What features are built of: these parts know no feature. */
const PARTS = ['charts', 'coverage', 'data-table', 'findings', 'form', 'map', 'shell', 'ui'].map(
  (part) => `src/components/${part}`,
)
const CLIENT = [COMMON, 'src/lib', 'src/api', 'src/server', 'src/components', 'src/assets', 'src/styles']
const PURE = [CONTRACT, COMMON, 'service/sentence.ts', 'service/service-error.ts', 'service/system-error.ts']
const DRIZZLE = 'service/drizzle.ts'

const ROOMS: readonly Room[] = [
  { folder: CONTRACT, may: [COMMON], reason: 'the contract imports itself, common, zod and zxcvbn only' },
  { folder: 'src/lib', may: [COMMON], reason: 'lib imports common only' },
  { folder: 'src/components/ui', may: ['src/lib'], reason: 'ui imports lib only' },
  ...PARTS.slice(0, -1).map((folder) => ({
    folder,
    may: [COMMON, 'src/lib', 'src/api', 'src/server', 'src/styles', ...PARTS],
    reason: 'the parts that features are built of import no feature',
  })),
  {
    folder: 'src/components',
    may: [...CLIENT],
    reason: 'features import other features, parts, the contract and server functions, never routes',
  },
  { folder: 'src/api', may: ['src/lib', COMMON], reason: 'the transport imports lib only' },
  {
    folder: 'src/server',
    may: ['src/lib', 'src/api', COMMON, 'app.config.ts'],
    reason: 'server functions import the transport',
  },
  {
    folder: 'src/routes',
    may: [...CLIENT, 'src/router-context.ts'],
    reason: 'routes import components and server functions',
  },
  {
    folder: 'src',
    may: [...CLIENT, 'src/routes', 'src/routeTree.gen.ts'],
    reason: 'src never imports the service',
  },
  { folder: COMMON, may: [], reason: 'common knows none of the programs' },
  {
    folder: 'web-server',
    may: ['app.config.ts', COMMON],
    reason: 'the web server imports nothing from the service',
  },
  {
    folder: 'launcher',
    may: ['app.config.ts', 'service', COMMON],
    reason: 'the launcher starts the programs and never imports src',
  },
  { folder: 'service/geometry', may: [], reason: 'geometry is pure' },
  {
    folder: 'service/raster',
    may: ['service/geometry', 'service/kernels', COMMON],
    reason: 'raster may use geometry, kernels and common only',
  },
  { folder: 'service/kernels', may: [], reason: 'kernels are pure' },
  {
    folder: 'service/modelling',
    may: ['service/kernels', COMMON],
    reason: 'modelling may use kernels and common only',
  },
  {
    folder: 'service/tables',
    may: [CONTRACT, COMMON],
    reason: 'tables imports the contract and common only',
  },
  {
    folder: 'service/isolation',
    may: [...PURE, 'service/context.ts'],
    reason: 'isolation does not know the work it isolates',
  },
  {
    folder: 'service/db',
    may: [...PURE, 'service/context.ts', 'service/database-error.ts', DRIZZLE],
    reason: 'db never imports domain',
  },
  {
    folder: 'service/files',
    may: [...PURE, 'service/context.ts', 'service/db', DRIZZLE, 'app.config.ts'],
    reason: 'files never imports domain',
  },
  {
    folder: 'service/mail',
    may: [...PURE, 'service/context.ts', 'service/db', DRIZZLE, 'app.config.ts'],
    reason: 'mail never imports domain',
  },
  {
    folder: 'service/domain',
    may: [CONTRACT, COMMON, 'service', 'app.config.ts'],
    not: ['service/http', 'service/tasks', 'service/load', 'service/main.ts'],
    except: /^service\/tasks\/([a-z]+\/)?[a-z-]+\.definition\.ts$/,
    reason: 'domain sends tasks by their definitions, and never imports http or how tasks are done',
  },
  {
    folder: 'service/tasks',
    may: [CONTRACT, COMMON, 'service', 'app.config.ts'],
    not: ['service/http', 'service/load', 'service/main.ts'],
    reason: 'tasks do their work through domain',
  },
  {
    folder: 'service/http',
    may: [CONTRACT, 'service', COMMON],
    not: ['service/db', DRIZZLE, 'service/tasks', 'service/load', 'service/main.ts'],
    reason: 'http calls verbs of domain, never the database',
  },
  {
    folder: 'service',
    may: [CONTRACT, 'service', COMMON, 'app.config.ts'],
    reason: 'the service imports src/api/contract only',
  },
]

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** A source text's imports of our own files, type imports included, as paths from the root. */
export function importsOf(path: string, text: string): Import[] {
  const found = text.matchAll(/(?:\bfrom|\bimport)[\s(]*'((?:\.{1,2}|~|#[a-z]+)(?:\/[^']*)?)'/g)
  return [...found].map(([, specifier]) => ({ from: path, to: resolveImport(path, specifier) }))
}

function resolveImport(path: string, specifier: string): string {
  if (specifier === '#config') return 'app.config.ts'
  if (specifier === '#drizzle') return DRIZZLE
  if (specifier.startsWith('#contract/')) return join(CONTRACT, specifier.slice('#contract/'.length))
  if (/^#(service|common)\//.test(specifier)) return specifier.slice(1)
  if (specifier.startsWith('~/')) return join('src', specifier.slice(2)).replace(/\?url$/, '')
  return normalize(join(dirname(path), specifier))
}

export function strayImports(imports: readonly Import[]): (Import & { reason: string })[] {
  return imports.flatMap(({ from, to }) => {
    const room = roomOf(from)
    if (!room || isWithin(to, room.folder)) return []
    const banned = room.not?.some((place) => isWithin(to, place)) && !room.except?.test(to)
    const allowed = !banned && room.may.some((place) => isWithin(to, place))
    return allowed ? [] : [{ from, to, reason: room.reason }]
  })
}

const roomOf = (path: string): Room | undefined =>
  ROOMS.filter(({ folder }) => isWithin(path, folder)).sort((a, b) => b.folder.length - a.folder.length)[0]

/**
 * The folders of a cycle among the direct subfolders of `parent`, the first one repeated at the end; null if there is
 * none.
 */
export function findFolderCycle(imports: readonly Import[], parent: string): string[] | null {
  const folderOf = (path: string) =>
    isWithin(path, parent) ? path.slice(parent.length + 1).split('/')[0] : undefined
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [a, b] = [folderOf(from), folderOf(to)]
    if (a && b && a !== b) edges.set(a, (edges.get(a) ?? new Set()).add(b))
  }
  const finished = new Set<string>()
  const walk = (folder: string, path: string[]): string[] | null => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (finished.has(folder)) return null
    for (const next of edges.get(folder) ?? []) {
      const cycle = walk(next, [...path, folder])
      if (cycle) return cycle
    }
    finished.add(folder)
    return null
  }
  for (const folder of edges.keys()) {
    const cycle = walk(folder, [])
    if (cycle) return cycle
  }
  return null
}
