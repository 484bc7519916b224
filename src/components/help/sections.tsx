import { CALLS, SCRIPTING } from './calls.tsx'
import { CONFIGURATION } from './configuration.tsx'
import { FIGURES } from './figures.tsx'
import { LAYERS } from './layers.tsx'
import type { HelpSection } from './section.ts'
import { SHORTCUTS } from './shortcuts-page.tsx'

export const SECTIONS: readonly HelpSection[] = [
  { id: 'configuration', title: 'Write a configuration', topics: CONFIGURATION },
  { id: 'layers', title: 'How a layer is modelled', topics: LAYERS },
  { id: 'figures', title: 'Flags and figures', topics: FIGURES },
  { id: 'roles', title: 'Roles and calls', topics: CALLS },
  { id: 'scripting', title: 'API and scripting', topics: SCRIPTING },
  { id: 'shortcuts', title: 'Keyboard shortcuts', topics: SHORTCUTS },
]
