import type { StataLayout } from './stata-layout.ts'

/** Texts of the codes of each set of value labels, by the set's name. */
export type ValueLabels = ReadonlyMap<string, ReadonlyMap<number, string>>

const TAG = '<lbl>'

export function readValueLabels(layout: StataLayout, decode: (text: Buffer) => string): ValueLabels {
  const { view, labelNameLength, textsAt } = layout
  const isTagged = textsAt !== null
  const sets = new Map<string, ReadonlyMap<number, string>>()
  let at = layout.labelsAt
  while (at < view.bytes.length) {
    if (isTagged) {
      if (view.bytes.toString('latin1', at, at + TAG.length) !== TAG) break
      at += TAG.length
    }
    const length = view.uint32(at)
    const name = view.field(at + 4, labelNameLength).toString('latin1')
    const tableAt = at + 4 + labelNameLength + 3
    view.require(tableAt, length)
    sets.set(name, readTable(layout, tableAt, length, decode))
    at = tableAt + length + (isTagged ? '</lbl>'.length : 0)
  }
  return sets
}

/** Number of codes, bytes of the texts, where the text of each code begins, the codes, the texts. */
function readTable(
  { view }: StataLayout,
  at: number,
  length: number,
  decode: (text: Buffer) => string,
): Map<number, string> {
  const count = view.uint32(at)
  const textLength = view.uint32(at + 4)
  const textsAt = at + 8 + 8 * count
  view.require(at, 8 + 8 * count + textLength)
  const labels = new Map<number, string>()
  if (textsAt + textLength > at + length) return labels
  for (let i = 0; i < count; i++) {
    const from = view.uint32(at + 8 + 4 * i)
    if (from >= textLength) continue
    labels.set(view.int32(at + 8 + 4 * count + 4 * i), decode(view.field(textsAt + from, textLength - from)))
  }
  return labels
}
