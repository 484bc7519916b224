/** A record that a worker still has to finish. */
export const isUnfinished = ({ status }: { status: string }): boolean =>
  status === 'received' || status === 'inspecting'

/** For a list's query: fetches it again while it shows an unfinished record. */
export const whileUnfinished = ({
  state,
}: {
  state: { data?: { content: readonly { status: string }[] } }
}): number | false => state.data?.content.some(isUnfinished) === true && 3000
