import { getGlobalStartContext } from '@tanstack/react-start'
import { createAppRouter } from './app-router.tsx'
import { stayWhenUnreachable } from './components/shell/snackbar/stay-here.ts'

export function getRouter() {
  const router = createAppRouter({ nonce: getGlobalStartContext()?.nonce })
  if (typeof window !== 'undefined') stayWhenUnreachable(router)
  return router
}
