import { it } from 'vitest'

type Case<Values extends unknown[]> = readonly [name: string, ...Values]

/** One test for a rule about many cases. Its failure lists every case that breaks the rule, one line each. */
export function everyCase<Values extends unknown[]>(
  rule: string,
  cases: readonly Case<Values>[],
  check: (...values: Values) => unknown,
  timeoutMs = 300_000,
): void {
  it(
    rule,
    async () => {
      if (cases.length === 0) throw new Error('The rule has no cases.')
      const violations: string[] = []
      for (const [name, ...values] of cases)
        try {
          await check(...values)
        } catch (error) {
          violations.push(`${name}: ${(error as Error).message.split('\n', 1)[0]}`)
        }
      if (violations.length > 0) throw new Error(violations.join('\n'))
    },
    timeoutMs,
  )
}

export const byName = <Named extends { name: string }>(all: readonly Named[]) =>
  all.map((one) => [one.name, one] as const)
