import { RouterProvider, createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { createAppRouter } from '~/app-router.tsx'

/** The real route tree on memory history. */
export const routerAt = (...entries: string[]) =>
  createAppRouter({ history: createMemoryHistory({ initialEntries: entries }) })

export function show(router: ReturnType<typeof routerAt>) {
  return render(<RouterProvider router={router} />, { container: document })
}
