import { z } from 'zod'
import { defineTask } from '../define-task.ts'
import { runLayerLost } from './run-layer-lost.definition.ts'

const DAY = 86_400

/** A layer is given up after this many lost workers. */
export const MAX_LOSSES = 3

export const runLayer = defineTask({
  name: 'run-layer',
  payload: z.object({
    job_id: z.number().int().positive(),
    /** Losses of earlier tasks of this job: a worker that stops in order passes the work on with a new task. */
    losses: z.number().int().min(0).default(0),
    /** The id of the request that sent the layer; for the log. */
    request_id: z.string().max(64).optional(),
  }),
  options: {
    retryLimit: MAX_LOSSES - 1,
    retryDelay: 1,
    heartbeatSeconds: 10,
    // The longest time that the queue allows is a day; a cancelled or lost layer ends long before.
    expireInSeconds: 23 * 3600,
    retentionSeconds: 90 * DAY,
    deleteAfterSeconds: DAY,
    deadLetter: runLayerLost.name,
    notify: true,
  },
})
