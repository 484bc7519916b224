import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { credentialsRejected } from '~/api/api-error.ts'
import { meQuery } from '~/server/accounts.functions.ts'
import { allowedValues } from '~/lib/allowed-values.ts'
import { useAppForm } from './app-form.ts'
import { rejectionOf } from './checks.ts'

type Values = Record<string, unknown>

/**
 * A form for a call: its values are checked before they are sent, and what the service rejects is shown at the fields. `submit(more)` passes `more` on to `send`, for forms with more than one button.
 */
export function useContractForm<V extends Values, M = undefined>({
  check,
  defaults,
  send,
}: {
  /** Errors by field; if there are any, nothing is sent. */
  check: (body: Values, values: V) => Readonly<Partial<Record<string, string>>>
  defaults: V
  /**
   * Throws the service's error. Empty fields and files are omitted from `body`; `edited` names the fields that the
   * person has changed. 'unsent': nothing was stored, because it was only checked or was cancelled.
   */
  send: (body: Values, more: M, values: V, edited: ReadonlySet<string>) => Promise<void | 'unsent'>
}) {
  const more = useRef<M>(undefined)
  const [others, setOthers] = useState<readonly string[]>([])
  const client = useQueryClient()
  const attempt = async (values: V): Promise<ReturnType<typeof rejectionOf> | 'ended' | 'unsent'> => {
    const body = bodyOf(values)
    const fields = check(body, values)
    if (Object.keys(fields).length > 0) return { fields, others: [] }
    try {
      const edited = Object.keys(defaults).filter((name) => form.getFieldMeta(name as never)?.isDirty)
      const outcome = await send(body, more.current as M, values, new Set(edited))
      if (outcome === 'unsent') return outcome
      return { fields: {}, others: [] }
    } catch (error) {
      if (!credentialsRejected(error)) return rejectionOf(error, Object.keys(defaults))
      // The logout follows.
      void client.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined)
      return 'ended'
    }
  }
  const form = useAppForm({
    defaultValues: defaults,
    canSubmitWhenInvalid: true,
    validators: {
      onSubmitAsync: async ({ value }) => {
        const rejection = await attempt(value)
        if (rejection === 'ended') return { form: 'The session has ended.', fields: {} }
        // What the form holds is still to be sent.
        if (rejection === 'unsent') return { form: 'Nothing was stored.', fields: {} }
        setOthers(rejection.others)
        const rejected = rejection.others.length > 0 || Object.keys(rejection.fields).length > 0
        return rejected
          ? { form: rejection.others.join(' ') || undefined, fields: rejection.fields }
          : undefined
      },
    },
  })
  const submit = async (submitMeta: M) => {
    more.current = submitMeta
    // Errors of the previous submission would block a form that was corrected elsewhere.
    for (const name of Object.keys(defaults)) {
      // A field that is not on the screen has no state.
      if (!form.getFieldMeta(name as never)) continue
      form.setFieldMeta(name as never, (meta) => ({
        ...meta,
        errorMap: { ...meta.errorMap, onSubmit: undefined },
      }))
    }
    setOthers([])
    await form.handleSubmit()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.state.isSubmitting) void submit(undefined as M)
  }
  return { form, submit, onSubmit, others }
}

/** The fields that the person has changed: what others have changed in the meantime is not overwritten. */
export const pickEdited = <B extends object>(body: B, edited: ReadonlySet<string>): Partial<B> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => edited.has(name))) as Partial<B>

const bodyOf = (values: Values) =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
      .filter(([, value]) => value !== '' && value !== null && !(value instanceof File)),
  )

/** One sentence for each field that the contract rejects: the form's own, or a general one. */
export function rejectedFields(
  schema: z.ZodObject,
  body: Record<string, unknown>,
  messages: Readonly<Partial<Record<string, string>>> = {},
): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of schema.safeParse(body).error?.issues ?? []) {
    const name = String(issue.path[0])
    const allowed = allowedValues(issue)
    fields[name] ??=
      messages[name] ??
      (body[name] === undefined
        ? 'Fill in this field.'
        : allowed
          ? `This value is not accepted. Allowed: ${allowed}.`
          : 'This value is not accepted.')
  }
  return fields
}
