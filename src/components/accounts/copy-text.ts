import { showSnackbar } from '~/components/layout/snackbar-store.ts'

/** True when the clipboard took it; else the person is told to copy by hand. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    showSnackbar({ color: 'success', message: `${what} copied` })
    return true
  } catch {
    showSnackbar({
      color: 'warning',
      message: 'Your browser does not allow copying. Select the text and copy it.',
    })
    return false
  }
}
