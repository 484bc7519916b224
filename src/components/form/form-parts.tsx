import { type ReactNode, useEffect, useRef } from 'react'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { useFormContext } from './form-context.ts'

export function SubmitButton({ disabled, children }: { disabled?: boolean; children: ReactNode }) {
  const form = useFormContext()
  return (
    <form.Subscribe selector={({ isSubmitting }) => isSubmitting}>
      {(busy) => (
        <Button type="submit" busy={busy} disabled={disabled}>
          {children}
        </Button>
      )}
    </form.Subscribe>
  )
}

/** What must be fixed before the form can be submitted; each line links to its field. `others` belong to no field. */
export function FormProblems({
  labels,
  others = [],
}: {
  labels: Readonly<Record<string, string>>
  others?: readonly string[]
}) {
  const form = useFormContext()
  const box = useRef<HTMLDivElement>(null)
  return (
    <form.Subscribe
      selector={({ submissionAttempts, isSubmitting, fieldMeta }) => ({
        submissionAttempts,
        isSubmitting,
        fieldMeta,
      })}
    >
      {({ submissionAttempts, isSubmitting, fieldMeta }) => {
        const wrong = Object.entries(fieldMeta as Record<string, { errors: unknown[] } | undefined>).flatMap(
          ([name, meta]) => {
            const [message] = meta?.errors ?? []
            return typeof message === 'string' ? [{ name, message }] : []
          },
        )
        if (submissionAttempts === 0 || isSubmitting || wrong.length + others.length === 0) return null
        return (
          <div ref={box} tabIndex={-1} className="outline-none">
            <Focus key={submissionAttempts} on={box} />
            <Alert tone="error">
              {others.map((message) => (
                <p key={message} className="break-words">
                  {message}
                </p>
              ))}
              {wrong.length > 0 && (
                <ul className="flex flex-col gap-1">
                  {wrong.map(({ name, message }) => (
                    <li key={name}>
                      <button
                        type="button"
                        className="underline"
                        onClick={() => document.getElementsByName(name)[0]?.focus()}
                      >
                        {labels[name] ?? name}
                      </button>
                      : {message}
                    </li>
                  ))}
                </ul>
              )}
            </Alert>
          </div>
        )
      }}
    </form.Subscribe>
  )
}

/** Each rejected attempt moves the focus to the summary once. */
function Focus({ on }: { on: { current: HTMLElement | null } }) {
  useEffect(() => {
    on.current?.focus()
  }, [on])
  return null
}
