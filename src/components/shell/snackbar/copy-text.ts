import { showSnackbar } from './snackbar-store.ts'

/** True if the text was copied; otherwise the person is asked to copy it manually. `what` is said to be copied. */
export async function copyText(text: string, what?: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    if (what) showSnackbar({ color: 'success', message: `${what} copied` })
    return true
  } catch {
    showSnackbar({
      color: 'warning',
      message: 'Your browser does not allow copying. Select the text and copy it.',
    })
    return false
  }
}
