export type FailureReason = 'time' | 'cpu' | 'memory' | 'answer' | 'aborted' | 'crashed'

const WHY: Record<FailureReason, string> = {
  time: 'it took longer than allowed',
  cpu: 'it used more CPU time than allowed',
  memory: 'it needed more memory than allowed',
  answer: 'its answer was larger than allowed',
  aborted: 'its caller no longer waits',
  crashed: 'it ended without an answer',
}

/** Work in a child process that returned no answer. The child has exited when this is thrown. */
export class ChildFailure extends Error {
  override readonly name = 'ChildFailure'
  readonly reason: FailureReason

  constructor(reason: FailureReason, detail = '') {
    super(`The child process failed: ${WHY[reason]}. ${detail}`.trim())
    this.reason = reason
  }
}

/** Whether the work needed more time, memory or room for its answer than it may have. */
export const isBeyondLimits = (error: unknown): boolean =>
  error instanceof ChildFailure && error.reason !== 'aborted' && error.reason !== 'crashed'
