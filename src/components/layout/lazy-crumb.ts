import { type ComponentType, lazy } from 'react'

/** A crumb that looks its words up comes with its screen, not with what every screen loads first. */
export const lazyCrumb = (load: () => Promise<ComponentType<{ text: string }>>) =>
  lazy(async () => ({ default: await load() }))
