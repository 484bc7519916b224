import { type ComponentType, Suspense, lazy, useState } from 'react'
import { DialogOpener, buttonOfMenu } from './dialog-opener.ts'

/** A part of a screen, such as a dialog, whose code is loaded when it is first shown. Shown after an action only. */
export function loadedLater<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Late = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>
  return function LoadedLater(props) {
    const [opener] = useState(() => buttonOfMenu(document.activeElement))
    return (
      <DialogOpener value={opener}>
        <Suspense>
          <Late {...props} />
        </Suspense>
      </DialogOpener>
    )
  }
}
