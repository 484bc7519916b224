import { StartClient } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { reportErrors, rootErrors } from './error-reporting.ts'

// Radix's scroll lock puts a style element into the page and looks for its nonce under this name.
Object.assign(globalThis, {
  __webpack_nonce__: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce,
})

// A page from the back-forward cache may be of a session that has ended.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload()
})

// The router would answer a missing chunk with a reload: offline, that is the browser's own error page. It goes by the
// error's first words; `stayWhenUnreachable` says what happened.
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
