import { useQuery } from '@tanstack/react-query'
import { ChoiceList } from '~/components/data-table/filters/choice-list.tsx'
import { choicesOf } from '~/components/data-table/filters/choices-of.ts'
import { LoadFailed } from '~/components/form/load-failed.tsx'
import { Button } from '~/components/ui/button.tsx'
import { UserPlus, X } from 'lucide-react'
import { Popover } from '~/components/ui/overlays/popover.tsx'
import { usersQuery } from '~/server/accounts.functions.ts'

/** The members of a project (`known`) with the ids that were added and removed here, chosen from a searchable list. */
export function MembersField({
  members,
  added,
  removed,
  onAdded,
  onRemoved,
}: {
  members: readonly { id: number; name: string }[]
  added: readonly string[]
  removed: readonly string[]
  onAdded: (ids: string[]) => void
  onRemoved: (ids: string[]) => void
}) {
  const people = useQuery(usersQuery)
  const listed = choicesOf(people, (person) => ({ value: String(person.id), label: person.name }))
  const choices = listed && [
    ...listed,
    ...members
      .map((person) => ({ value: String(person.id), label: person.name }))
      .filter((one) => !listed.some((other) => other.value === one.value)),
  ]
  const nameOf = (one: string) =>
    [...(choices ?? []), ...members.map((person) => ({ value: String(person.id), label: person.name }))].find(
      (choice) => choice.value === one,
    )?.label ?? `Person ${one}`
  const memberIds = members.map(({ id }) => String(id))
  const value = [...new Set([...memberIds, ...added])].filter((one) => !removed.includes(one))
  const toggled = (ids: readonly string[], one: string) =>
    ids.includes(one) ? ids.filter((other) => other !== one) : [...ids, one]
  const toggle = (one: string) =>
    memberIds.includes(one) ? onRemoved(toggled(removed, one)) : onAdded(toggled(added, one))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Members</legend>
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {value.map((one) => (
            <li key={one} className="flex min-w-0 items-center rounded border bg-sunk ps-2">
              <span className="min-w-0 truncate">{nameOf(one)}</span>
              <Button
                variant="quiet"
                size="tinyIcon"
                aria-label={`Remove ${nameOf(one)}`}
                onClick={() => toggle(one)}
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LoadFailed what="People" query={people} />
      <Popover
        label="Members"
        trigger={
          <Button variant="secondary" size="small" className="self-start">
            <UserPlus aria-hidden="true" />
            Choose people
          </Button>
        }
      >
        <ChoiceList label="Members" choices={choices} selected={value} onToggle={toggle} />
      </Popover>
    </fieldset>
  )
}
