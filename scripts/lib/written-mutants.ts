import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const mutant = z.strictObject({
  /** The defect in a few words; unique among all mutants. */
  name: z.string().min(5),
  /** Appears exactly once in the file. */
  find: z.string().min(1),
  replace: z.string(),
  /** Other tests than the group's. */
  tests: z.array(z.string()).min(1).optional(),
})
const group = z.strictObject({
  file: z.string(),
  tests: z.array(z.string()).min(1),
  mutants: z.array(mutant).min(1),
})

export interface Mutant {
  name: string
  file: string
  find: string
  replace: string
  tests: string[]
}

/** All mutants of tests/mutants/*.json below `root`. */
export function readMutants(root: string): Mutant[] {
  const folder = join(root, 'tests/mutants')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .flatMap((name) => z.array(group).parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    .flatMap(({ mutants, ...shared }) => mutants.map((one) => ({ ...shared, ...one })))
}

/** The source with the mutant applied; throws, naming the mutant, unless its text appears exactly once. */
export function applyMutant(source: string, { name, file, find, replace }: Mutant): string {
  const times = source.split(find).length - 1
  if (times !== 1) throw new Error(`Mutant '${name}': its text appears ${times} times in ${file}, not once.`)
  if (find === replace) throw new Error(`Mutant '${name}' changes nothing.`)
  return source.replace(find, () => replace)
}

/** Errors in the mutants' data, one sentence each. */
export function checkMutants(root: string, mutants: readonly Mutant[]): string[] {
  const problems: string[] = []
  const names = new Set<string>()
  for (const one of mutants) {
    if (names.has(one.name)) problems.push(`Two mutants are called '${one.name}'.`)
    names.add(one.name)
    for (const path of [one.file, ...one.tests])
      if (!existsSync(join(root, path))) problems.push(`Mutant '${one.name}': there is no ${path}.`)
    if (!existsSync(join(root, one.file))) continue
    try {
      applyMutant(readFileSync(join(root, one.file), 'utf8'), one)
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  return problems
}
