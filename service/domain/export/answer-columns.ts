import { z } from 'zod'
import type { SheetKind } from '../../tables/stream-xlsx.ts'
import type { Cell } from '../../tables/table.ts'

/** A column of an exported list: a field of its items; each field of an object is a separate column. */
interface AnswerColumn {
  name: string
  kind: SheetKind
  cellOf: (item: unknown) => Cell
}

/** The columns of a list whose answer is made with `listOf`, in the contract's order. */
export function answerColumns(answer: z.ZodObject): AnswerColumn[] {
  const { content } = answer.shape as { content: z.ZodArray<z.ZodObject> }
  return leavesOf(content.element).map((path) => ({
    name: path.join('_'),
    kind: kindOf(path.at(-1)!),
    cellOf: (item) => toCell(path.reduce<unknown>((value, key) => fieldOf(value, key), item)),
  }))
}

/** Times and days are texts in answers; their fields have such names. */
function kindOf(field: string): SheetKind {
  if (/^datetime_|_at$/.test(field)) return 'time'
  return /(^|_)date$/.test(field) ? 'date' : 'other'
}

function leavesOf({ shape }: z.ZodObject, at: readonly string[] = []): string[][] {
  return Object.entries(shape).flatMap(([key, field]) => {
    const path = [...at, key]
    const inner = unwrapped(field as z.ZodType)
    return inner instanceof z.ZodObject ? leavesOf(inner, path) : [path]
  })
}

const unwrapped = (field: z.ZodType): z.ZodType =>
  field instanceof z.ZodNullable || field instanceof z.ZodOptional
    ? unwrapped(field.unwrap() as z.ZodType)
    : field

const fieldOf = (value: unknown, key: string): unknown =>
  (value as Record<string, unknown> | null | undefined)?.[key]

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value
  const parts = Array.isArray(value)
    ? value.map(inWords)
    : Object.entries(value).map(([key, one]) => `${key}=${inWords(one)}`)
  return parts.join(', ')
}

/** One of several: a band or a tag by its name, a file by its extension; a dash for what has none. */
function inWords(one: unknown): string {
  if (one === null) return '–'
  const word = typeof one === 'object' ? (fieldOf(one, 'name') ?? fieldOf(one, 'ext')) : one
  return typeof word === 'string' ? word : JSON.stringify(word ?? one)
}
