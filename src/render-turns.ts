import { setImmediate } from 'node:timers/promises'

let turn: Promise<void> = Promise.resolve()

/**
 * Pages are rendered in turn, and what has arrived is read in between: otherwise, each small step of a page that waits for
 * the service would wait for the rendering of several others.
 */
export const nextTurn = (): Promise<void> => (turn = turn.then(() => setImmediate()))
