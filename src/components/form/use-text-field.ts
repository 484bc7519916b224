import { useLayoutEffect, useRef } from 'react'
import { useFieldContext } from './form-context.ts'

/** Value, handlers and first error of the surrounding field; the field holds a text. */
export function useTextField() {
  const field = useFieldContext<string>()
  const { value, meta } = field.state
  const [error] = meta.errors as (string | undefined)[]
  return {
    error,
    control: {
      name: field.name,
      value,
      onChange: (event: { target: { value: string } }) => field.handleChange(event.target.value),
    },
  }
}

/** What was typed before the page's scripts ran: the control shows it, but the form does not have it yet. */
export function useEarlyText<E extends HTMLInputElement | HTMLTextAreaElement>() {
  const field = useFieldContext<string>()
  const control = useRef<E>(null)
  useLayoutEffect(() => {
    const typed = control.current?.value
    if (typed && typed !== field.state.value) field.handleChange(typed)
    // Once, before anything is drawn again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return control
}
