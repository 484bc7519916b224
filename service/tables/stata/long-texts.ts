import type { StataLayout } from './stata-layout.ts'

const HEAD = 'GSO'
/** How the reference in a row splits into variable and observation, in bytes. */
const REFERENCE = new Map([
  [117, 4],
  [118, 2],
  [119, 3],
])

/** Texts of any length (`strL`) by the offset of their reference in a row; references to none are empty. */
export function readLongTexts(
  layout: StataLayout,
  decode: (text: Buffer) => string,
): (offset: number) => string {
  const { view, version, textsAt } = layout
  const places = new Map<string, { at: number; length: number }>()
  const observationBytes = version === 117 ? 4 : 8
  for (let at = textsAt; at !== null && view.bytes.toString('latin1', at, at + 3) === HEAD;) {
    const variable = view.uint32(at + 3)
    const observation = version === 117 ? view.uint32(at + 7) : view.uint64(at + 7)
    const lengthAt = at + 7 + observationBytes + 1
    const length = view.uint32(lengthAt)
    places.set(`${variable},${observation}`, { at: view.require(lengthAt + 4, length), length })
    at = lengthAt + 4 + length
  }
  const split = REFERENCE.get(version) ?? 4
  return (offset) => {
    const observation = 8 - split
    const found = places.get(`${view.uint(offset, split)},${view.uint(offset + split, observation)}`)
    return found ? decode(view.field(found.at, found.length)) : ''
  }
}
