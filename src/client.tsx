import { StartClient } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { reportErrors } from './error-reporting.ts'

// Radix's scroll lock puts a style element into the page and looks for its nonce under this name.
Object.assign(globalThis, {
  __webpack_nonce__: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce,
})

// A page from the back-forward cache may be of a session that has ended.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload()
})

void reportErrors()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
  )
})
