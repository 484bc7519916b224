/** Waits until all have settled, but no longer than `timeMs`. */
export async function settleWithin(timeMs: number, promises: readonly Promise<unknown>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeMs)
  })
  await Promise.race([Promise.allSettled(promises), late])
  clearTimeout(timer)
}
