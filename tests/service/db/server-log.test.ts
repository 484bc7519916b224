import { closeSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openServerLog, rotateServerLog } from '../../../launcher/embedded/server-log.ts'

let folder: string
let log: number
const path = () => join(folder, 'postgres.log')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strata-log-'))
  log = openServerLog(path())
})
afterEach(() => {
  closeSync(log)
  rmSync(folder, { recursive: true })
})

it("PostgreSQL's log rotates while the server keeps it open", () => {
  const limits = { maxMiB: 1, files: 2 }
  for (let round = 1; round <= 4; round++) {
    writeSync(log, `round ${round}\n`.padEnd(2 ** 20 + 1, 'x'))
    rotateServerLog(path(), limits)
    writeSync(log, `after ${round}\n`)
    rotateServerLog(path(), limits)
  }
  expect(readdirSync(folder).sort()).toEqual(['postgres.log', 'postgres.log.1', 'postgres.log.2'])
  expect(readFileSync(path(), 'utf8')).toBe('after 4\n')
  expect(readFileSync(`${path()}.1`, 'utf8')).toMatch(/^after 3\nround 4/)
  expect(readFileSync(`${path()}.2`, 'utf8')).toMatch(/^after 2\nround 3/)
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
})
