import type { Answer, Body } from '#contract/endpoint.ts'
import type { runAgain as contract } from '#contract/submissions/submissions.ts'
import type { Services } from '../../context.ts'
import { ServiceError } from '../../service-error.ts'
import { validateConfiguration } from '../configuration/validate-configuration.ts'
import { type ChangedLayer, changeLayers, describeChanges } from './change-layers.ts'
import { createSubmission, requireProject, requireNoErrors } from './create.ts'
import { getDifferences } from './get-differences.ts'
import { digestBody, type Intent, intentOf } from './idempotency.ts'
import { type PreviousSubmission, readPrevious, readPreviousPoints } from './read-previous.ts'
import { sendOnce } from './send-once.ts'

type RunAgain = Body<typeof contract> & {
  id: number
  idempotencyKey?: string
  userId: number
  requestId?: string
}

/** Runs a submission again, unchanged or changed; validated like a file, against the current catalogues. */
export async function runAgain(services: Services, input: RunAgain): Promise<Answer<typeof contract>> {
  const { id, title, project_id, layers, only_failed, only_unfinished, improves } = input
  const intent = intentOf(input.userId, input.idempotencyKey, () =>
    digestBody([
      'run again',
      JSON.stringify({ id, title, project_id, layers, only_failed, only_unfinished, improves }),
    ]),
  )
  const made = await sendOnce(services, intent, () => submit(services, input, intent))
  return { ...made, differences: await getDifferences(services.db, made.id) }
}

async function submit(services: Services, input: RunAgain, intent: Intent | null) {
  await requireProject(services, input.project_id)
  const previous = await readPrevious(services, input.id)
  const layers = changeLayers(previous, input)
  const { content, rowOf, configuration } = compose(previous, layers)
  const points = await readPreviousPoints(
    services,
    layers.map((layer) => layer.previous),
  )
  const sent = [...points].map(([name, file]) => ({ name, content: file.content }))
  const validated = await validateConfiguration(services, { content }, sent, { personId: input.userId })
  try {
    requireNoErrors(validated)
  } catch (error) {
    throw withParentRows(error, layers, rowOf)
  }
  return createSubmission(services, {
    title: input.title ?? previous.title,
    projectId: input.project_id ?? previous.projectId,
    userId: input.userId,
    requestId: input.requestId,
    intent,
    validated,
    configuration,
    points: new Map([...points].map(([name, { fileId }]) => [name, { fileId }])),
    parent: { id: previous.id, changes: describeChanges(layers, rowOf) },
  })
}

type RowOf = (layer: ChangedLayer, index: number) => number

/** The very same file if nothing changes; else a list of layers, whose cells are text as in the file. */
function compose(previous: PreviousSubmission, layers: readonly ChangedLayer[]) {
  const same = layers.length === previous.layers.length && layers.every(({ changes }) => changes.length === 0)
  const { fileId, name, content } = previous.configuration
  if (same) return { content, configuration: { fileId }, rowOf: (({ previous: { row } }) => row) as RowOf }
  const json = Buffer.from(
    `${JSON.stringify(
      layers.map(({ cells }) => cells),
      null,
      2,
    )}\n`,
  )
  const configuration = { name: `${name.replace(/\.[A-Za-z]{2,5}$/, '')}.json`, content: json }
  return { content: json, configuration, rowOf: ((_layer, index) => index + 2) as RowOf }
}

/** The person knows the rows of the previous configuration, not those of the derived one. */
function withParentRows(error: unknown, layers: readonly ChangedLayer[], rowOf: RowOf): unknown {
  if (!(error instanceof ServiceError)) return error
  const parentRow = new Map(layers.map((layer, i) => [rowOf(layer, i), layer.previous.row]))
  const errors = error.errors?.map((one) =>
    typeof one.row === 'number' ? { ...one, row: parentRow.get(one.row) ?? one.row } : one,
  )
  return new ServiceError(error.kind, error.sentence, { errors })
}
