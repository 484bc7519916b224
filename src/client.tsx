import { StartClient } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { reportErrors, rootErrors } from './error-reporting.ts'

// Radix's scroll lock adds a style element to the page and looks for its nonce under this name.
Object.assign(globalThis, {
  __webpack_nonce__: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce,
})

// A page from the back-forward cache may belong to a session that has ended.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload()
})

// The router would answer a missing chunk with a reload, which offline shows the browser's own error page. It
// recognises the error by its first words; `stayWhenUnreachable` reports it instead.
addEventListener('vite:preloadError', ({ payload }) => {
  payload.message = `A part of the program could not be loaded: ${payload.message}`
})

void reportErrors()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
    rootErrors,
  )
})
