import { useId } from 'react'

/** One of a few options, one of which may be 'not set'. */
export function RadioList<V extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string | undefined
  options: readonly { value: V | undefined; label: string }[]
  onChange: (value: V | undefined) => void
}) {
  const name = useId()
  return (
    <fieldset className="flex flex-col">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.label} className="flex min-h-8 items-center gap-2 rounded px-2 hover:bg-hover">
          <input
            type="radio"
            name={name}
            className="size-4 accent-secondary"
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
