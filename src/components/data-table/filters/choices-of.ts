/** The query of a list. */
export interface ListQuery<T> {
  data: { content: readonly T[] } | undefined
  isPending: boolean
}

/** A list from the service as choices. Undefined while loading; a failed request gives an empty list. */
export function choicesOf<T, C>(
  { data, isPending }: ListQuery<T>,
  toChoice: (item: T) => C,
): C[] | undefined {
  return isPending ? undefined : (data?.content ?? []).map(toChoice)
}
