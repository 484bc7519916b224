/** A list of the service as choices. Undefined while loading; what could not be loaded leaves an empty list. */
export function choicesOf<T, C>(
  { data, isPending }: { data: { content: readonly T[] } | undefined; isPending: boolean },
  toChoice: (item: T) => C,
): C[] | undefined {
  return isPending ? undefined : (data?.content ?? []).map(toChoice)
}
