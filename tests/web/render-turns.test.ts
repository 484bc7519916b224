import { expect, test } from 'vitest'
import { nextTurn } from '~/render-turns.ts'

/** As long as the rendering of a page takes. */
function busy(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('pages are rendered in the order in which they are ready, and what arrived meanwhile is read in between', async () => {
  const order: string[] = []
  const page = async (name: string) => {
    await nextTurn()
    setTimeout(() => order.push(`read after ${name}`), 1)
    busy(5)
    order.push(name)
  }
  await Promise.all(['first', 'second', 'third'].map(page))
  expect(order).toEqual(['first', 'read after first', 'second', 'read after second', 'third'])
})
