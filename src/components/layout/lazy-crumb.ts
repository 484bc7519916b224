import { type ComponentType, lazy } from 'react'

/** A crumb that loads its text arrives with its screen, not with the initial code of every screen. */
export const lazyCrumb = (load: () => Promise<ComponentType<{ text: string }>>) =>
  lazy(async () => ({ default: await load() }))
