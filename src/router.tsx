import { getGlobalStartContext } from '@tanstack/react-start'
import { createAppRouter } from './app-router.tsx'

export function getRouter() {
  return createAppRouter({ nonce: getGlobalStartContext()?.nonce })
}
