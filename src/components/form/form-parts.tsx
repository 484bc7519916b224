import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { CircleAlert } from 'lucide-react'
import { DraftOffer } from './draft-offer.tsx'
import { useFormContext } from './form-context.ts'

export function SubmitButton({
  disabled,
  danger = false,
  children,
}: {
  disabled?: boolean
  danger?: boolean
  children: ReactNode
}) {
  const form = useFormContext()
  return (
    <form.Subscribe selector={({ isSubmitting }) => isSubmitting}>
      {(busy) => (
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
          {children}
        </Button>
      )}
    </form.Subscribe>
  )
}

/**
 * What must be fixed before the form can be submitted; each line links to its field. `others` belong to no field,
 * `children` lead to what helps with them. Above it, what the person had entered before.
 */
export function FormProblems({
  labels,
  others = [],
  record,
  children,
}: {
  labels: Readonly<Record<string, string>>
  others?: readonly string[]
  /** What the form is about, if its default values do not show it: another record's draft is not offered. */
  record?: string | number
  children?: ReactNode
}) {
  const form = useFormContext()
  const box = useRef<HTMLDivElement>(null)
  return (
    <>
      <DraftOffer record={record} />
      <form.Subscribe
        selector={({ submissionAttempts, isSubmitting, fieldMeta }) => ({
          submissionAttempts,
          isSubmitting,
          fieldMeta,
        })}
      >
        {({ submissionAttempts, isSubmitting, fieldMeta }) => {
          const wrong = Object.entries(
            fieldMeta as Record<string, { errors: unknown[] } | undefined>,
          ).flatMap(([name, meta]) => {
            const [message] = meta?.errors ?? []
            return typeof message === 'string' ? [{ name, message }] : []
          })
          if (submissionAttempts === 0 || isSubmitting || wrong.length + others.length === 0) return null
          return (
            <div
              ref={box}
              role="alert"
              tabIndex={-1}
              className="flex gap-3 rounded border border-error bg-error-soft p-3 outline-none"
            >
              <Focus key={submissionAttempts} on={box} />
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-error" />
              <div className="flex min-w-0 flex-col gap-1">
                {others.map((message) => (
                  <p key={message} className="break-words">
                    {message}
                  </p>
                ))}
                {children}
                {wrong.length > 0 && (
                  <ul className="flex flex-col gap-1">
                    {wrong.map(({ name, message }) => (
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
        }}
      </form.Subscribe>
    </>
  )
}

function focusField(name: string) {
  const control = document.getElementsByName(name)[0] ?? document.getElementById(name)
  control?.scrollIntoView({ block: 'center' })
  control?.focus()
}

/** Each rejected attempt moves the focus to the summary once. */
function Focus({ on }: { on: { current: HTMLElement | null } }) {
  useEffect(() => {
    on.current?.focus()
  }, [on])
  return null
}
