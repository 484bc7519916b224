/**
 * Applies each mutant of tests/mutants/*.json in a copy of the tree and runs the nearest tests: a mutant is caught if
 * they fail. `npm run mutants:written` runs all, `npm run mutants:written -- export zips` those whose name, file or
 * tests contain one of the words. Prints the share caught, and fails below 90 %.
 */
import { parseArgs } from 'node:util'
import { onInterruption } from '../tests/support/leftovers.ts'
import { startTestPostgres } from '../tests/support/database/test-postgres.ts'
import { root } from '../launcher/child-process.ts'
import { type MutantTree, copyTree } from './lib/mutant-tree.ts'
import { type Mutant, checkMutants, readMutants } from './lib/written-mutants.ts'

const WANTED_SHARE = 0.9

const { values, positionals } = parseArgs({
  options: { lanes: { type: 'string', default: '2' }, 'skip-unchanged': { type: 'boolean', default: false } },
  allowPositionals: true,
})
const all = readMutants(root)
const problems = checkMutants(root, all)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
const chosen = all.filter(
  ({ name, file, tests }) =>
    positionals.length === 0 || positionals.some((word) => [name, file, ...tests].join('\n').includes(word)),
)
if (chosen.length === 0) {
  console.error('No mutant has one of these words in its name, file or tests.')
  process.exit(1)
}

const startedAt = performance.now()
const server = await startTestPostgres()
const trees = Array.from({ length: Math.max(1, Number(values.lanes)) }, () => copyTree(root))
onInterruption(() => trees.forEach((tree) => tree.remove()))

/** Mutants that affect the template database need a server that is set up with the mutant. */
const ownServer = ({ file }: Mutant) => /^service\/db\/migrat|\/countries\/seed/.test(file)
const shared = { STRATA_TEST_POSTGRES: server.url }

async function expectUnchangedToPass(tree: MutantTree): Promise<void> {
  const tests = [...new Set(chosen.flatMap((one) => one.tests))].toSorted()
  const { failed, why } = await tree.run(tests, shared)
  if (failed) throw new Error(`The tests fail without any mutant: ${why}`)
}

const survivors: Mutant[] = []
let done = 0
async function work(tree: MutantTree, queue: Mutant[]): Promise<void> {
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const from = performance.now()
    const { failed, why } = await tree.runMutant(mutant, ownServer(mutant) ? {} : shared)
    if (!failed) survivors.push(mutant)
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    console.log(
      `${failed ? 'caught  ' : 'SURVIVED'} ${++done}/${chosen.length} ${mutant.name} (${mutant.file}, ${seconds} s)${failed ? ` ${why.slice(0, 160)}` : ''}`,
    )
  }
}

try {
  if (!values['skip-unchanged']) await expectUnchangedToPass(trees[0])
  const queue = [...chosen]
  await Promise.all(trees.map((tree) => work(tree, queue)))
} finally {
  trees.forEach((tree) => tree.remove())
  await server.stop()
}
for (const { name, file, tests } of survivors)
  console.log(`SURVIVED ${name} (${file}), by ${tests.join(', ')}`)
const share = (chosen.length - survivors.length) / chosen.length
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
console.log(
  `${chosen.length - survivors.length} of ${chosen.length} mutants caught, ${(100 * share).toFixed(1)} %, in ${minutes} min`,
)
process.exit(share < WANTED_SHARE ? 1 : 0)
