import { useId } from 'react'
import { TAG_COLOURS } from './tag-colours.ts'

/** Native radio buttons below the swatches, so that arrow keys work. */
export function ColourChoice({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap items-center gap-1">
      <legend className="float-left mr-2 text-sm text-muted">Colour</legend>
      {TAG_COLOURS.map((option) => (
        <label
          key={option.colour}
          title={option.name}
          className="relative grid size-7 cursor-pointer place-items-center rounded-full has-checked:outline-2 has-checked:outline-text has-focus-visible:outline-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            aria-label={option.name}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            checked={option.colour === value}
            onChange={() => onChange(option.colour)}
          />
          <span
            aria-hidden="true"
            className="size-5 rounded-full border border-control"
            style={{ background: option.colour }}
          />
        </label>
      ))}
    </fieldset>
  )
}
