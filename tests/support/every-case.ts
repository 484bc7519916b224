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
      const start = performance.now()
      for (const [name, ...values] of cases)
        try {
          await check(...values)
        } catch (error) {
          violations.push(`${name}: ${(error as Error).message.split('\n', 1)[0]}`)
          // Before the test's own time is over, whose failure would name no case.
          if (performance.now() - start > timeoutMs / 2) {
            violations.push('The other cases were not run.')
            break
          }
        }
      if (violations.length > 0) throw new Error(violations.join('\n'))
    },
    timeoutMs,
  )
}

export const byName = <Named extends { name: string }>(all: readonly Named[]) =>
  all.map((one) => [one.name, one] as const)

/** Cases named by their values. */
export const byValues = <Values extends unknown[]>(all: readonly (readonly [...Values])[]) =>
  all.map((values): Case<Values> => {
    const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    return [texts.join(' ').slice(0, 120), ...values]
  })
