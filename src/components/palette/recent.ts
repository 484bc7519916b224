import { z } from 'zod'
import { RECENT } from './recent-key.ts'

const MAX = 5
const destination = z.object({
  label: z.string(),
  detail: z.string().optional(),
  note: z.string().optional(),
  href: z.string(),
})
type Destination = z.output<typeof destination>

export function readRecent(personId: number): Destination[] {
  try {
    return z.array(destination).parse(JSON.parse(localStorage.getItem(RECENT + personId) ?? '[]'))
  } catch {
    return []
  }
}

export function rememberRecent(personId: number, { label, detail, note, href }: Destination): void {
  const others = readRecent(personId).filter((one) => one.href !== href)
  try {
    localStorage.setItem(
      RECENT + personId,
      JSON.stringify([{ label, detail, note, href }, ...others].slice(0, MAX)),
    )
  } catch {
    // Storage is full or blocked: the list is a convenience.
  }
}
