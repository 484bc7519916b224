// `npm run lint`: checks which room may import which (docs/architecture.md), and that neither features nor
// resources import each other in a circle.
import { globSync, readFileSync } from 'node:fs'
import { findFolderCycle, importsOf, strayImports } from './lib/rooms.ts'

const files = globSync('{src,common,service,launcher,web-server}/**/*.{ts,tsx,mjs}').filter(
  (path) => !path.endsWith('routeTree.gen.ts'),
)
const imports = files.flatMap((path) => importsOf(path, readFileSync(path, 'utf8')))
const violations = strayImports(imports).map(({ from, to, reason }) => `${from} imports ${to}: ${reason}`)
for (const parent of ['service/domain', 'src/components']) {
  const cycle = findFolderCycle(imports, parent)
  if (cycle) violations.push(`folders of ${parent} import each other: ${cycle.join(' → ')}`)
}
for (const violation of violations) console.error(violation)
process.exit(violations.length > 0 ? 1 : 0)
