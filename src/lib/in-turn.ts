/** Maximum delay, if the browser is never idle. */
const LATEST_MS = 1000

const whenIdle = (work: () => void) =>
  typeof requestIdleCallback === 'function'
    ? void requestIdleCallback(work, { timeout: LATEST_MS })
    : void setTimeout(work)

let last = Promise.resolve()

/** Works that would hold up the page together: each begins when the browser is idle, after the one before. */
export function inTurn(work: () => void): Promise<void> {
  const result = last.then(() => new Promise<void>((resolve) => whenIdle(resolve))).then(work)
  last = result.catch(() => undefined)
  return result
}
