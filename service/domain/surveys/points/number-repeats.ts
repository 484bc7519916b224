/** Ids of which each appears once: `7`, `7-2`, `7-3`; `places` are the positions of those that changed. */
export function numberRepeats(ids: readonly string[]): { ids: string[]; places: number[] } {
  const all = new Set(ids)
  const times = new Map<string, number>()
  const places: number[] = []
  const newIds = ids.map((id, i) => {
    let time = (times.get(id) ?? 0) + 1
    times.set(id, time)
    if (id === '' || time === 1) return id
    while (all.has(`${id}-${time}`)) time++
    times.set(id, time)
    all.add(`${id}-${time}`)
    places.push(i)
    return `${id}-${time}`
  })
  return { ids: newIds, places }
}
