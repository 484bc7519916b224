import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, isAbsolute, join, relative, sep } from 'node:path'
import { z } from 'zod'
import { DISPLACEMENTS } from '#contract/surveys/displacement.ts'
import { REMEDIES } from '#contract/surveys/remedies.ts'
import { surveyDescription } from '#contract/surveys/survey-description.ts'
import { PLACE_TYPES } from '#contract/places/place-group-list.ts'
import { sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'

const name = z.string().trim().min(1).max(200)
const note = z.string().max(1000)
const file = z.string().min(1).max(500)
const iso3 = z.string().regex(/^[A-Z]{3}$/, 'three capital letters, e.g. BEN')
const cell = z.union([z.string(), z.number(), z.null(), z.array(z.union([z.string(), z.number()]))])

/** A folder's contents, in the order in which they are loaded. */
const manifestSchema = z.strictObject({
  title: note.optional(),
  licence: note.optional(),
  sources: z.array(z.looseObject({ name: note })).optional(),
  iso3_code: iso3,
  place_groups: z
    .array(
      z.strictObject({
        place_type: z.enum(PLACE_TYPES),
        version: name,
        default: z.boolean().default(false),
        file,
        name,
        code: name,
        parent: name.optional(),
      }),
    )
    .default([]),
  bands: z
    .array(
      z.strictObject({
        name,
        description: note.optional(),
        unit: z.string().max(100).optional(),
        year: z.number().int().min(1900).max(2200).optional(),
        source: note.optional(),
        file,
        /** Counts from 1. */
        band: z.number().int().min(1).max(256).default(1),
      }),
    )
    .default([]),
  collections: z
    .array(
      z.strictObject({
        name,
        description: note.optional(),
        bands: z.array(name).min(1).max(100),
        population_band: name.optional(),
      }),
    )
    .default([]),
  surveys: z
    .array(
      z.strictObject({
        source: name,
        source_wave: name,
        source_date: z.iso.date().nullable().default(null),
        round: name,
        target: name,
        households: z.number().int().min(1).optional(),
        remedies: z.array(z.enum(REMEDIES)).max(REMEDIES.length).optional(),
        displacement: z.enum(DISPLACEMENTS).optional(),
        simulated: z.boolean().default(false),
        note: note.optional(),
        ...z.object(surveyDescription).partial().shape,
        file,
        columns: z
          .strictObject({
            cluster: name,
            longitude: name,
            latitude: name,
            numerator: name,
            denominator: name,
            weight: name,
            stratum: name,
            urban: name,
          })
          .partial()
          .default({}),
      }),
    )
    .default([]),
  submissions: z
    .array(z.strictObject({ title: name, layers: z.array(z.record(z.string(), cell)).min(1).max(1000) }))
    .default([]),
})
export type Manifest = z.output<typeof manifestSchema>

export async function readManifest(folder: string): Promise<Manifest> {
  const { path, name: called } = await fileInside(folder, 'manifest.json', 5 * 2 ** 20)
  let value: unknown
  try {
    value = JSON.parse(await readFile(path, 'utf8'))
  } catch {
    throw new ServiceError('invalid', sentence`${called} is not valid JSON.`)
  }
  const parsed = manifestSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  const place = first.path.length > 0 ? first.path.join('.') : 'the top level'
  throw new ServiceError('invalid', sentence`${called} is not valid at ${place}: ${first.message}.`)
}

/** A file of the folder; a path that leaves it, even through a link, is rejected. */
export async function fileInside(
  folder: string,
  given: string,
  maxBytes: number,
): Promise<{ path: string; name: string }> {
  const leaves = () =>
    new ServiceError('invalid', sentence`The manifest names ${given}, which lies outside of its folder.`)
  if (isAbsolute(given) || given.includes('\0') || given.split(/[\\/]/).includes('..')) throw leaves()
  let root: string
  let path: string
  try {
    root = await realpath(folder)
  } catch {
    throw new ServiceError('not-found', sentence`There is no folder ${folder}.`)
  }
  try {
    path = await realpath(join(root, given))
  } catch {
    throw new ServiceError('not-found', sentence`The folder ${folder} has no file ${given}.`)
  }
  const inside = relative(root, path)
  if (inside === '' || isAbsolute(inside) || inside.split(sep)[0] === '..') throw leaves()
  const found = await stat(path)
  if (!found.isFile()) throw new ServiceError('invalid', sentence`${given} is not a file.`)
  if (found.size > maxBytes) {
    throw new ServiceError(
      'too-large',
      sentence`${given} has ${Math.ceil(found.size / 2 ** 20)} MiB; at most ${Math.floor(maxBytes / 2 ** 20)} MiB are loaded.`,
    )
  }
  return { path, name: basename(given) }
}
