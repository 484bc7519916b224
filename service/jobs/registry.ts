import type { JobHandler } from './define-job.ts'

/** Throws at boot when two kinds of work share a name, or a ticket could never be read. */
export function checkRegistry(handlers: readonly JobHandler[]): void {
  const names = new Set<string>()
  for (const { definition } of handlers) {
    if (!/^[a-z][a-z-]*$/.test(definition.name)) {
      throw new Error(`The background work '${definition.name}' needs a name of lower-case words and dashes.`)
    }
    if (names.has(definition.name)) {
      throw new Error(`Two kinds of background work are called '${definition.name}'.`)
    }
    names.add(definition.name)
  }
  for (const { definition } of handlers) {
    const heir = definition.options.deadLetter
    if (heir && !names.has(heir)) {
      throw new Error(`The task '${definition.name}' hands lost tickets to '${heir}', which does not exist.`)
    }
  }
}
