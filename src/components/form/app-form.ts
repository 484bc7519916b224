import { createFormHook } from '@tanstack/react-form'
import { CheckField, FieldError, SelectField, TextAreaField, TextField } from './fields.tsx'
import { fieldContext, formContext } from './form-context.ts'
import { FormProblems, SubmitButton } from './form-parts.tsx'

/** TanStack Form with our fields: label above, help below, error in place and in a summary. */
export const { useAppForm } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents: { TextField, TextAreaField, SelectField, CheckField, FieldError },
  formComponents: { FormProblems, SubmitButton },
})
