import type { Database } from '../../db/client.ts'
import { isHeld, reportProgress } from '../../domain/jobs/run-layer/claim.ts'

const LOOK_MS = 1000
const REPORT_MS = 350

export interface ClaimWatch {
  /** Aborted once the job was cancelled or taken over by another worker. */
  signal: AbortSignal
  progress(step: string, fraction: number): void
  /** Ends the watch, after a write in progress; progress not yet written is dropped. */
  end(): Promise<void>
}

/** Updates a running job's row at most three times a second, and notices when the claim is lost. */
export function watchClaim(db: Database, claim: { id: number; attempt: number }): ClaimWatch {
  const lost = new AbortController()
  let next: { step: string; fraction: number } | null = null
  let last = { step: '', fraction: 0 }
  let busy: Promise<void> = Promise.resolve()
  let working = false

  const turn = (act: () => Promise<boolean>) => {
    if (working || lost.signal.aborted) return
    working = true
    busy = act()
      .then((ours) => {
        if (!ours) lost.abort(new Error('The job was cancelled or taken over by another worker.'))
      })
      // A database that is briefly unavailable says nothing about the claim.
      .catch(() => {})
      .finally(() => (working = false))
  }
  const report = setInterval(() => {
    if (!next) return
    const { step, fraction } = next
    next = null
    turn(() => reportProgress(db, claim, step, fraction))
  }, REPORT_MS)
  const look = setInterval(() => turn(() => isHeld(db, claim)), LOOK_MS)

  return {
    signal: lost.signal,
    progress(step, fraction) {
      // Never backwards, and only visible changes.
      const at = Math.max(last.fraction, Math.round(fraction * 1000) / 1000)
      if (step === last.step && at === last.fraction) return
      last = { step, fraction: at }
      next = last
    },
    async end() {
      clearInterval(report)
      clearInterval(look)
      await busy
    },
  }
}
