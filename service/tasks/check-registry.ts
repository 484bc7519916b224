import type { TaskDefinition } from './define-task.ts'

/** Throws on boot if two types of tasks share a name, or lost tasks would go nowhere. */
export function checkRegistry(definitions: readonly TaskDefinition[]): void {
  const names = new Set<string>()
  for (const { name, options } of definitions) {
    if (!/^[a-z][a-z-]*$/.test(name)) {
      throw new Error(`The task '${name}' needs a name of lower-case words and dashes.`)
    }
    if (names.has(name)) throw new Error(`Two tasks are called '${name}'.`)
    const successor = options.deadLetter
    if (successor !== undefined && !names.has(successor)) {
      throw new Error(
        `The task '${name}' hands lost tasks to '${successor}', which must be listed before it.`,
      )
    }
    names.add(name)
  }
}
