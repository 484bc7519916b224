import { fork } from 'node:child_process'
import type { Inspection } from '../../raster/inspect.ts'
import { RasterError } from '../../raster/raster-error.ts'
import type { RasterTask, RasterTaskAnswer } from './raster-task.ts'

const AT_ONCE = 2
const LIMIT_MS = 30 * 60_000

let running = 0
const waiting: (() => void)[] = []

/**
 * Does the task in a child process, at most two at once.
 * @throws RasterError with a sentence for the person when the raster is at fault, also when it broke the child.
 */
export async function runRasterTask(task: RasterTask): Promise<Inspection> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await inChild(task)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

function inChild(task: RasterTask): Promise<Inspection> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./raster-task.child.ts', import.meta.url), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { PATH: process.env.PATH, NODE_ENV: 'production', TZ: 'UTC' },
      execArgv: ['--max-old-space-size=1024'],
    })
    let answer: RasterTaskAnswer | undefined
    let complaint = ''
    let late = false
    const limit = setTimeout(() => {
      late = true
      child.kill('SIGKILL')
    }, LIMIT_MS)
    child.stderr?.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2000)))
    child.on('message', (message: RasterTaskAnswer) => (answer = message))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(limit)
      if (answer && 'done' in answer) return resolve(answer.done)
      if (answer && 'refused' in answer) return reject(new RasterError(answer.refused))
      if (answer) return reject(new Error(answer.broken))
      const why = late ? 'took longer than 30 minutes' : 'needed more memory than is allowed'
      if (late || signal !== null || /heap|memory|allocation/i.test(complaint))
        return reject(
          new RasterError(`Reading the raster ${why}; write it again, tiled (gdal_translate -of COG).`),
        )
      reject(new Error(`The process that reads rasters ended with code ${code}. ${complaint}`))
    })
    child.send(task, (error) => error && child.kill('SIGKILL'))
  })
}
