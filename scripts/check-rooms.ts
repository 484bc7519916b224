// `npm run lint`: checks which room may import which (docs/architecture.md), and that the folders of service/domain
// have no cycles.
import { globSync, readFileSync } from 'node:fs'
import { findFolderCycle, importsOf, strayImports } from './lib/rooms.ts'

const files = globSync('{src,service,launcher,web-server,servers}/**/*.{ts,tsx,mjs}').filter(
  (path) => !path.endsWith('routeTree.gen.ts'),
)
const imports = files.flatMap((path) => importsOf(path, readFileSync(path, 'utf8')))
const violations = strayImports(imports).map(({ from, to, reason }) => `${from} imports ${to}: ${reason}`)
const cycle = findFolderCycle(imports, 'service/domain')
if (cycle) violations.push(`folders of service/domain import each other: ${cycle.join(' → ')}`)
for (const violation of violations) console.error(violation)
process.exit(violations.length > 0 ? 1 : 0)
