import { useEffect, useRef, useState } from 'react'
import type { TableSearch } from '~/components/data-table/address/search.ts'

/** Long enough to end the typing of a value, short enough to belong to it. */
const DEBOUNCE_MS = 700

/**
 * Announces to screen readers how many rows a changed address shows. Nothing at first, and nothing when only the rows
 * change: a list of running jobs would never be silent.
 */
export function CountAnnouncement({
  address,
  words,
}: {
  address: string
  /** Undefined while the rows are loading. */
  words: string | undefined
}) {
  const previous = useRef<string>(undefined)
  const [message, setMessage] = useState<{ address: string; words: string }>()
  useEffect(() => {
    if (words === undefined || previous.current === address) return
    if (previous.current === undefined) {
      previous.current = address
      return
    }
    const timer = setTimeout(() => {
      previous.current = address
      setMessage({ address, words })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [address, words])
  // A new element for each address: the same words twice are announced twice.
  return <output className="sr-only">{message && <span key={message.address}>{message.words}</span>}</output>
}

/** '37 layers match', '1,204 jobs, page 2 of 121' */
export function formatCount(
  pluralNoun: string,
  { page, page_size }: TableSearch,
  total: number,
  filtered: boolean,
): string {
  if (total === 1) return filtered ? '1 row matches' : '1 row'
  const count = total === 0 ? 'No' : total.toLocaleString('en')
  const place = page > 1 ? `, page ${page} of ${Math.max(1, Math.ceil(total / page_size))}` : ''
  return `${count} ${pluralNoun}${filtered ? ' match' : ''}${place}`
}
