/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the browser's own select can neither search nor toggle */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { foldText } from '#common/fold-text.ts'
import { Check, Plus } from 'lucide-react'
import { controlClass } from '~/components/ui/fields/input.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { cn } from '~/lib/class-names.ts'
import type { Choice } from './filters.ts'

/** A searchable listbox, multi-select unless `single`. The field keeps the focus; arrow keys move, Enter toggles. */
export function ChoiceList({
  label,
  choices,
  selected,
  onToggle,
  typed = false,
  numeric = false,
  placeholder,
  single = false,
  onText,
  searched,
}: {
  label: string
  choices: readonly Choice[] | undefined
  selected: readonly string[]
  onToggle: (value: string) => void
  typed?: boolean
  numeric?: boolean
  placeholder?: string
  single?: boolean
  /** For choices that the service searches. */
  onText?: (text: string) => void
  /** True: the choices are what the service has found for the text, so all are shown; false: its answer is awaited. */
  searched?: boolean
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const matches = matchesOf(choices ?? [], selected, searched ? '' : text)
  const fresh = text.trim()
  const mayAdd =
    typed &&
    fresh !== '' &&
    !matches.some((one) => one.value === fresh) &&
    (!numeric || /^[1-9]\d{0,8}$/.test(fresh))
  const options: Choice[] = mayAdd ? [...matches, { value: fresh, label: `Add ‘${fresh}’` }] : matches
  const current = Math.min(active, options.length - 1)

  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' })
  }, [current])

  const take = (option: Choice | undefined) => {
    if (!option) return
    onToggle(option.value)
    if (option.value === fresh) setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: options.length - 1 }[event.key]
    if (to !== undefined) setActive((to + options.length) % Math.max(1, options.length))
    else if (event.key === 'Enter') take(options[current])
    else return
    event.preventDefault()
  }

  return (
    <div className="flex flex-col gap-2">
      <input
        role="combobox"
        aria-label={typed && !choices?.length ? `Add ${label}` : `Search ${label}`}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={options.length > 0 ? `${id}-${current}` : undefined}
        autoComplete="off"
        inputMode={numeric ? 'numeric' : undefined}
        placeholder={placeholder ?? 'Search'}
        className={controlClass}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
          onText?.(event.target.value)
        }}
        onKeyDown={onKeyDown}
      />
      {choices === undefined && <SkeletonLines lines={4} />}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-multiselectable={!single}
        aria-label={label}
        className="max-h-64 overflow-auto"
      >
        {options.map((option, index) => {
          const isSelected = selected.includes(option.value)
          return (
            // The field keeps the focus and handles the keys (aria-activedescendant).
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={isSelected}
              data-active={index === current || undefined}
              className={cn(
                'flex min-h-8 cursor-pointer items-center gap-2 rounded px-2 py-1',
                index === current && 'bg-hover',
              )}
              onPointerMove={() => setActive(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
            >
              {!single && <Mark selected={isSelected} added={mayAdd && index === options.length - 1} />}
              <Words option={option} />
            </div>
          )
        })}
      </div>
      {choices !== undefined && options.length === 0 && searched !== false && (
        <p className="px-2 text-muted">
          {typed ? (numeric ? 'Type a number, then Enter' : 'Type a value, then Enter') : 'Nothing found'}
        </p>
      )}
    </div>
  )
}

function Mark({ selected, added }: { selected: boolean; added: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-4 shrink-0 place-items-center rounded-[3px] border',
        selected ? 'border-primary-edge bg-primary text-on-primary' : 'border-control',
      )}
    >
      {selected && <Check className="size-3" />}
      {added && <Plus className="size-3" />}
    </span>
  )
}

function Words({ option: { label, note, rows } }: { option: Choice }) {
  return (
    <>
      <span className="min-w-0 flex-1 break-words">{label}</span>
      {note && <span className="text-xs text-muted">{note}</span>}
      {rows !== undefined && (
        <span className="tabular text-xs text-muted">
          <span className="sr-only">, </span>
          {rows.toLocaleString('en')}
        </span>
      )}
    </>
  )
}

/**
 * Chosen values that are not in the list (typed ones, ids from a shared link) come first; then values that begin with
 * the text, then values that contain it, whatever the case and accents.
 */
function matchesOf(choices: readonly Choice[], selected: readonly string[], text: string): Choice[] {
  const values = new Set(choices.map((choice) => choice.value))
  const others = selected
    .filter((value) => !values.has(value))
    .map((value): Choice => ({ value, label: value }))
  const words = foldText(text.trim())
  const saysOf = ({ label, value }: Choice) => [foldText(label), foldText(value)]
  const containing = [...others, ...choices].filter((choice) =>
    saysOf(choice).some((says) => says.includes(words)),
  )
  const begins = (choice: Choice) => saysOf(choice).some((says) => says.startsWith(words))
  return [...containing.filter(begins), ...containing.filter((choice) => !begins(choice))]
}
