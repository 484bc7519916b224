import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FormState } from './use-form.ts'

const focusField = (name: string) => {
  const control = document.getElementsByName(name)[0] ?? document.getElementById(name)
  control?.scrollIntoView({ block: 'center' })
  control?.focus()
}

/** What must be fixed before the form can be submitted; each line links to its field. */
export function ErrorSummary({
  errors: { fields, others },
  refusals,
  labels,
}: FormState & { labels: Readonly<Record<string, string>> }) {
  const box = useRef<HTMLDivElement>(null)
  const wrong = Object.entries(fields)
  const shown = wrong.length + others.length > 0
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [refusals])
  if (!shown) return null
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex gap-3 rounded border border-error bg-error-soft p-3 outline-none"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-error" />
      <div className="flex min-w-0 flex-col gap-1">
        {others.map((message) => (
          <p key={message} className="break-words">
            {message}
          </p>
        ))}
        {wrong.length > 0 && (
          <ul className="flex flex-col gap-1">
            {wrong.map(([name, message]) => (
              <li key={name}>
                <a
                  href={`#${name}`}
                  className="underline"
                  onClick={(event) => {
                    event.preventDefault()
                    focusField(name)
                  }}
                >
                  {labels[name] ?? name}
                </a>
                : {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
