import { parentPort, workerData } from 'node:worker_threads'
import { judgeToStore, type OutlineTask } from './outline-thread.ts'
import { simplifyOutlines } from './simplify.ts'

const task = workerData as OutlineTask
parentPort?.postMessage(
  task.kind === 'judge' ? judgeToStore(task.input) : simplifyOutlines(task.geometries, task.tolerance),
)
