import { credentialsRefused, failureMessage } from '~/api/api-error.ts'
import { showSnackbar } from './snackbar-store.ts'

/** The success-message helper: shows `msg` of an answer. */
export function showSuccess(answer: { msg: string }): void {
  showSnackbar({ color: 'success', message: answer.msg })
}

/** The error half of the generic promise helper: the service's detail, else the generic sentence. */
export function showFailure(error: unknown): void {
  // The log-out follows by itself and says enough.
  if (credentialsRefused(error)) return
  showSnackbar({ color: 'error', message: failureMessage(error) })
}

/** The generic promise helper: resolves to the answer, or to undefined after saying what went wrong. */
export async function withSnackbar<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    const answer = await promise
    if (hasMessage(answer)) showSuccess(answer)
    return answer
  } catch (error) {
    showFailure(error)
    return undefined
  }
}

const hasMessage = (answer: unknown): answer is { msg: string } =>
  typeof answer === 'object' && answer !== null && typeof (answer as { msg?: unknown }).msg === 'string'
