import { foldText } from './fold-text.ts'

/** What the name of a job is made of. */
export interface Run {
  id: number
  submission_title: string
  country: string
  target: string
  source: string
  source_wave: string
  round: string
  method: string
  stack_name: string
  stack_version?: number | undefined
  seed?: number | null | undefined
  rake_to?: number | null | undefined
  raked_units?: number | undefined
  data_description: string
}

/** What distinguishes jobs of one title, country and target. */
const SIGNS: readonly ((run: Run) => string)[] = [
  ({ method }) => method,
  ({ seed }) => (typeof seed === 'number' ? `seed ${seed}` : 'default seed'),
  ({ stack_name, stack_version = 1 }) =>
    stack_version > 1 ? `${stack_name}, version ${stack_version}` : stack_name,
  ({ rake_to, raked_units }) =>
    typeof rake_to === 'number'
      ? `raked to ${Number((rake_to * 100).toPrecision(4))}\u202f%`
      : raked_units
        ? `${raked_units} ${raked_units === 1 ? 'unit' : 'units'} raked`
        : 'not raked',
  ({ source, source_wave, round }) => `${source} ${source_wave}, round ${round}`,
  ({ data_description }) => data_description,
]

const join = (parts: readonly string[]) => parts.filter(Boolean).join(' · ')

const wordsOf = (text: string) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** `Stunting in Benin`, or `Straight lines · Benin · stunting`: what the title does not say itself. */
function commonName({ submission_title: title, country, target }: Run): string {
  const titleWords = new Set(wordsOf(title))
  const says = (part: string) => wordsOf(part).every((word) => titleWords.has(word))
  return join([title, ...[country, target].filter((part) => !says(part))])
}

/**
 * The name of each job by id, distinguished from the others by as few values as it takes, and by its id where these do
 * not suffice: `Straight lines · Benin · stunting · gp · seed 2`.
 */
export function runNames(runs: readonly Run[]): ReadonlyMap<number, string> {
  const groups = Map.groupBy(runs, commonName)
  return new Map([...groups].flatMap(([name, group]) => distinguished(name, group)))
}

function distinguished(name: string, group: readonly Run[]): (readonly [number, string])[] {
  const names = SIGNS.reduce<string[]>(
    (before, sign) => {
      const longer = group.map((run, place) => join([before[place]!, sign(run)]))
      return new Set(longer).size > new Set(before).size ? longer : before
    },
    group.map(() => name),
  )
  const uses = Map.groupBy(names, (one) => one)
  return group.map(({ id }, place) => {
    const own = names[place]!
    return [id, uses.get(own)!.length === 1 ? own : join([own, `job ${id}`])] as const
  })
}

export const runName = (run: Run, others: readonly Run[] = [run]): string => runNames(others).get(run.id)!

/** Where the submission's title is there already. */
export const withoutTitle = <R extends Run>(run: R): R => ({ ...run, submission_title: '' })
