import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { credentialsRefused } from '~/api/api-error.ts'
import { type FormErrors, errorsOf, noErrors } from './form-errors.ts'

type Values<N extends string> = Readonly<Record<N, string>>
/** What is wrong with a value, in words; undefined if it is valid. */
export type Check<N extends string> = (value: string, values: Values<N>) => string | undefined

export interface FormState {
  errors: FormErrors
  /** Increases with every rejection, so that the summary gets the focus each time. */
  refusals: number
}

/** A form whose fields keep their own values: validates here first, then shows the service's errors at the fields. */
export function useForm<N extends string, A>({
  checks,
  send,
  onDone,
}: {
  checks: Readonly<Record<N, Check<N>>>
  send: (values: Values<N>) => Promise<A>
  onDone: (answer: A, values: Values<N>) => unknown
}) {
  const names = Object.keys(checks) as N[]
  const [state, setState] = useState<FormState>({ errors: noErrors, refusals: 0 })
  const refuse = (errors: FormErrors) => setState(({ refusals }) => ({ errors, refusals: refusals + 1 }))
  const attempt = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => {
      // The log-out follows automatically.
      if (!credentialsRefused(error)) refuse(errorsOf(error, names))
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (attempt.isPending) return
    const form = new FormData(event.currentTarget)
    const values = Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as Record<N, string>
    const fields: Record<string, string> = {}
    for (const name of names) {
      const wrong = checks[name](values[name], values)
      if (wrong) fields[name] = wrong
    }
    if (Object.keys(fields).length > 0) return refuse({ fields, others: [] })
    setState(({ refusals }) => ({ errors: noErrors, refusals }))
    attempt.mutate(values)
  }
  return { ...state, busy: attempt.isPending, onSubmit }
}

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
