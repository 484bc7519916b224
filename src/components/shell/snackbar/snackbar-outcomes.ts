import { credentialsRejected, failureMessage } from '~/api/api-error.ts'
import { showSnackbar } from './snackbar-store.ts'

/** The success-message helper: shows an answer's `msg`. */
export function showSuccess(answer: { msg: string }): void {
  showSnackbar({ color: 'success', message: answer.msg })
}

/** The error half of the generic promise helper: the service's detail, else the generic sentence. */
export function showFailure(error: unknown): void {
  // The logout that follows is explanation enough.
  if (credentialsRejected(error)) return
  showSnackbar({ color: 'error', message: failureMessage(error) })
}

/** The generic promise helper: shows the answer's `msg`, or the error. The outcome is passed on to the caller. */
export async function withSnackbar<T>(promise: Promise<T>): Promise<T> {
  try {
    const answer = await promise
    if (hasMessage(answer)) showSuccess(answer)
    return answer
  } catch (error) {
    showFailure(error)
    throw error
  }
}

const hasMessage = (answer: unknown): answer is { msg: string } =>
  typeof answer === 'object' && answer !== null && typeof (answer as { msg?: unknown }).msg === 'string'
