import * as Dialog from '@radix-ui/react-dialog'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { SEARCH_MAX_LENGTH } from '#contract/search.ts'
import { Search } from 'lucide-react'
import { meQuery, sessionQuery } from '~/server/accounts.functions.ts'
import { type PaletteGroup, type PaletteOption, withWords } from './option.ts'
import { PaletteList } from './palette-list.tsx'
import { PaletteStatus } from './palette-status.tsx'
import { rememberRecent } from './recent.ts'
import { useFoundGroups } from './use-found-groups.ts'
import { useLocalGroups } from './use-local-groups.ts'
import { usePaletteKeys } from './use-palette-keys.ts'
import { basePath } from '~/lib/base-path.ts'

interface PaletteProps {
  typed: string
  onTyped: (text: string) => void
  onClose: () => void
  onShortcuts: () => void
}

/** The command palette: a combobox (WAI-ARIA) over screens, actions and records. */
export function Palette(props: PaletteProps) {
  const [opener] = useState(() => document.activeElement)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // By default, what was typed early would be selected, and the next key would replace it.
            event.preventDefault()
            const field = (event.currentTarget as Element).querySelector('input')
            field?.focus()
            field?.setSelectionRange(field.value.length, field.value.length)
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
          }}
          className="fixed top-2 left-1/2 z-50 flex max-h-[calc(100dvh-1rem)] w-[min(40rem,calc(100vw-1rem))] -translate-x-1/2 flex-col overflow-hidden rounded border bg-raised text-text shadow-float wide:top-[12vh] wide:max-h-[70vh]"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <PaletteBox {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteBox({ typed, onTyped, onClose, onShortcuts }: PaletteProps) {
  const router = useRouter()
  const { user } = useSuspenseQuery(sessionQuery).data
  const personId = (useQuery({ ...meQuery, enabled: false }).data ?? user)?.id
  const text = typed.trim()
  const { recent, screens, actions } = useLocalGroups(onShortcuts)
  const results = useFoundGroups(text)
  const groups = (
    text === '' ? [recent, actions, screens] : [...ranked([screens, actions], text), ...results.groups]
  ).filter(({ options }) => options.length > 0)

  const take = (option: PaletteOption, inNewTab: boolean) => {
    const { href, run } = option
    if (href !== undefined && personId !== undefined && href !== '/logout')
      rememberRecent(personId, { ...option, href })
    if (href !== undefined && inNewTab) window.open(basePath + href, '_blank', 'noopener')
    else onClose()
    if (href === undefined) run?.()
    else if (!inNewTab) void router.navigate({ href: basePath + href })
  }
  const { active, setActive, onKeyDown } = usePaletteKeys(
    groups.flatMap(({ options }) => options),
    take,
  )
  return (
    <>
      <div className="flex items-center gap-2 border-b px-3">
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <input
          role="combobox"
          aria-label="Search screens, records and actions"
          aria-expanded={groups.length > 0}
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={active && `palette-${active.id}`}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={SEARCH_MAX_LENGTH}
          placeholder="Search screens, jobs, submissions, surveys, rasters…"
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
          value={typed}
          onChange={(event) => {
            onTyped(event.target.value)
            setActive(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <Dialog.Close className="rounded border border-control px-1.5 py-0.5 text-xs text-muted hover:bg-hover">
          Esc<span className="sr-only">: close the search</span>
        </Dialog.Close>
      </div>
      <PaletteList groups={groups} active={active} onActive={setActive} onTake={take} />
      <PaletteStatus
        text={text}
        groups={results}
        count={groups.reduce((sum, { options }) => sum + options.length, 0)}
      />
    </>
  )
}

/** What has the words; first the group whose first option begins with the first of them. */
function ranked(groups: readonly PaletteGroup[], text: string): PaletteGroup[] {
  const [first = ''] = text.toLowerCase().split(/\s+/)
  const begins = ({ options: [best] }: PaletteGroup) => best?.label.toLowerCase().startsWith(first)
  const narrow = groups.map((group) => ({ ...group, options: withWords(group.options, text) }))
  return [...narrow.filter(begins), ...narrow.filter((group) => !begins(group))]
}
