import { useId } from 'react'

/** One of a few visible options; built on native radio buttons, so that arrow keys work. */
export function Segmented<T extends string | number>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}) {
  const name = useId()
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-y-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="segment relative -ml-px flex h-9 cursor-pointer items-center border border-control bg-raised px-3 text-sm font-medium whitespace-nowrap first-of-type:ml-0 first-of-type:rounded-l last-of-type:rounded-r hover:bg-hover has-checked:z-1 has-checked:border-primary-edge has-checked:bg-primary has-checked:text-on-primary has-focus-visible:z-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            className="absolute size-px opacity-0"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
