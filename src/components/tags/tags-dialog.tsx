import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Tag } from '#contract/projects/tag-list.ts'
import { DEFAULT_TAG_COLOUR, TAG_NAME_MAX, tagName } from '#contract/projects/tags.ts'
import { Button } from '~/components/ui/button.tsx'
import { Checkbox } from '~/components/ui/fields/checkbox.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { Field } from '~/components/ui/fields/field.tsx'
import { Plus } from 'lucide-react'
import { Input } from '~/components/ui/fields/input.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { tagsQuery } from '~/server/tags.functions.ts'
import { ColourChoice } from './colour-choice.tsx'
import { type Tagged, carriedBy, tagChanges } from './tag-choice.ts'
import { TagDot } from './tag-dot.tsx'
import { saveTags } from './save-tags.ts'

/** Tags of one or more jobs: add, remove, create. */
export function TagsDialog({
  jobs,
  what,
  submissionId,
  onClose,
}: {
  jobs: readonly Tagged[]
  /** Names the jobs in the title. */
  what: string
  /** The jobs are all of this submission. */
  submissionId?: number
  onClose: () => void
}) {
  const { data, isPending } = useQuery(tagsQuery)
  const [text, setText] = useState('')
  const [colour, setColour] = useState<string>(DEFAULT_TAG_COLOUR)
  const [fresh, setFresh] = useState<readonly { name: string; colour: string }[]>([])
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const client = useQueryClient()
  const allTags = everyTag(jobs, data?.content ?? [], fresh)
  const words = text.trim().toLowerCase()
  const matches = allTags.filter(({ name }) => name.toLowerCase().includes(words))
  const name = tagName.safeParse(text)
  const exists = allTags.some((tag) => tag.name.toLowerCase() === name.data?.toLowerCase())
  const changes = tagChanges(jobs, choices)
  const want = (tag: string, on: boolean) => setChoices((previous) => new Map(previous).set(tag, on))
  const make = () => {
    const match = matches.find((tag) => tag.name.toLowerCase() === words)
    if (match) want(match.name, carried(match.name) !== true)
    else if (name.data !== undefined && !exists) {
      setFresh((previous) => [...previous, { name: name.data, colour }])
      want(name.data, true)
    } else return
    setText('')
  }
  const save = () => {
    const whole = submissionId === undefined ? undefined : { id: submissionId, jobs: jobs.length }
    void saveTags(
      client,
      { changes, fresh: fresh.filter((tag) => choices.get(tag.name)), existing: allTags },
      whole,
    )
    onClose()
  }
  const carried = (tag: string) => choices.get(tag) ?? carriedBy(jobs, tag)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Tags of ${what}`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button disabled={changes.length === 0} onClick={save}>
            Save tags
          </Button>
        </>
      }
    >
      <Field
        label="Find a tag, or name a new one"
        error={
          text !== '' &&
          text.trim() !== '' &&
          !name.success &&
          'A tag has at most 50 characters and no comma.'
        }
      >
        {(control) => (
          <Input
            {...control}
            value={text}
            autoComplete="off"
            maxLength={TAG_NAME_MAX + 10}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              make()
            }}
          />
        )}
      </Field>
      {name.data !== undefined && !exists && (
        <div className="flex flex-col gap-2 rounded border bg-sunk p-3">
          <ColourChoice value={colour} onChange={setColour} />
          <Button variant="secondary" size="small" className="self-start" onClick={make}>
            <Plus aria-hidden="true" />
            Make ‘{name.data}’
          </Button>
        </div>
      )}
      {isPending ? (
        <SkeletonLines lines={4} label="Loading the tags" />
      ) : matches.length > 0 ? (
        <ul aria-label="Tags" className="max-h-64 overflow-auto rounded border py-1">
          {matches.map((tag) => (
            <TagRow
              key={tag.name}
              tag={tag}
              checked={carried(tag.name)}
              onChange={(on) => want(tag.name, on)}
            />
          ))}
        </ul>
      ) : (
        words === '' && <p className="text-muted">There are no tags yet. Name the first one above.</p>
      )}
    </Dialog>
  )
}

function TagRow({
  tag,
  checked,
  onChange,
}: {
  tag: Pick<Tag, 'name' | 'colour'>
  checked: boolean | 'indeterminate'
  onChange: (on: boolean) => void
}) {
  const id = useId()
  return (
    <li className="flex min-h-9 items-center gap-2 px-3 hover:bg-hover">
      <Checkbox id={id} checked={checked} onCheckedChange={(on) => onChange(on === true)} />
      <TagDot colour={tag.colour} />
      <label htmlFor={id} className="min-w-0 flex-1 break-words">
        {tag.name}
        {checked === 'indeterminate' && <span className="text-muted"> on some</span>}
      </label>
    </li>
  )
}

/** By name: the service's tags, the jobs' tags (if the list is unavailable), and new ones. */
function everyTag(
  jobs: readonly Tagged[],
  listed: readonly Tag[],
  fresh: readonly { name: string; colour: string }[],
): Pick<Tag, 'name' | 'colour'>[] {
  const tags = new Map<string, Pick<Tag, 'name' | 'colour'>>()
  for (const tag of [...jobs.flatMap((job) => job.tags), ...listed, ...fresh]) tags.set(tag.name, tag)
  return [...tags.values()].toSorted((one, other) => one.name.localeCompare(other.name))
}
