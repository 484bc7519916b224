import { everyCase } from '../../support/every-case.ts'
import { leavePage } from '../../support/web/web.setup.ts'

/** `everyCase` with pages, of which each is closed before the next one opens. */
export function everyPage<Values extends unknown[]>(
  rule: string,
  cases: readonly (readonly [name: string, ...Values])[],
  check: (...values: Values) => Promise<unknown>,
): void {
  const checkAndLeave = async (...values: Values) => {
    try {
      await check(...values)
    } finally {
      leavePage()
    }
  }
  everyCase<Values>(rule, cases, checkAndLeave, 900_000)
}
