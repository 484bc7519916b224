import { type ComponentType, Suspense, lazy } from 'react'

/** A dialog whose code is loaded when it opens first. */
export function lateDialog<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Late = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>
  return function LateDialog(props) {
    return (
      <Suspense>
        <Late {...props} />
      </Suspense>
    )
  }
}
