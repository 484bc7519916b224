import { TextField } from '~/components/form/fields.tsx'

/** For a field of a form. */
export function EmailField(props: { label: string; help?: string }) {
  return (
    <TextField
      {...props}
      required
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={320}
    />
  )
}
