import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { checkRegistry } from '#service/tasks/check-registry.ts'
import { taskHandlers } from '#service/tasks/registry.ts'

const definition = (name: string, deadLetter?: string) => ({ name, options: { deadLetter } }) as never

it('rejects names that are invalid, appear twice, or do not exist yet', () => {
  expect(() =>
    checkRegistry([definition('run-layer-lost'), definition('run-layer', 'run-layer-lost')]),
  ).not.toThrow()
  expect(() => checkRegistry([definition('one'), definition('one')])).toThrow("Two tasks are called 'one'.")
  expect(() => checkRegistry([definition('one', 'two'), definition('two')])).toThrow(
    "hands lost tasks to 'two', which must be listed before it",
  )
  expect(() => checkRegistry([definition('One!')])).toThrow('needs a name')
})

it('lists every definition of the room, each in a file with its name', () => {
  const names = globSync('service/tasks/**/*.definition.ts').map((path) => basename(path, '.definition.ts'))
  expect(taskHandlers.map(({ definition: { name } }) => name).toSorted()).toEqual(names.toSorted())
})
