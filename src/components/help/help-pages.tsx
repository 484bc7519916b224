import { memo, useEffect, useId, useRef, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { EmptyState } from '~/components/ui/empty-state.tsx'
import { Search, SearchX } from 'lucide-react'
import { Input } from '~/components/ui/fields/input.tsx'
import { Label } from '~/components/ui/fields/label.tsx'
import { Contents } from './contents.tsx'
import { matching } from './search-topics.ts'
import type { HelpTopic } from './section.ts'
import { SECTIONS } from './sections.tsx'

/** The whole help is on the page; a search hides topics without all of its words. */
export function HelpPages({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  const id = useId()
  const pages = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(words)
  const [previous, setPrevious] = useState(words)
  // Back and forward change the address, not the field.
  if (previous !== words) {
    setPrevious(words)
    if (typed.trim() !== words) setTyped(words)
  }
  const [matches, setMatches] = useState<ReadonlySet<string> | null>(null)
  useEffect(() => {
    setMatches(pages.current ? matching(pages.current, words) : null)
  }, [words])
  const shows = (topic: string) => matches === null || matches.has(topic)
  const sections = SECTIONS.filter(({ topics }) => topics.some((topic) => shows(topic.id)))
  const change = (next: string) => {
    setTyped(next)
    onWords(next.trim().slice(0, 100))
  }
  return (
    <>
      <div className="flex max-w-form flex-col gap-1 print:hidden">
        <Label htmlFor={id}>Search the help</Label>
        <div className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted"
          />
          <Input
            id={id}
            type="search"
            className="pl-8!"
            placeholder="For example: overfit, weight, token"
            maxLength={100}
            value={typed}
            onChange={(event) => change(event.target.value)}
          />
        </div>
        <output className="text-xs text-muted">
          {matches === null
            ? `${SECTIONS.length} sections`
            : `${matches.size} of ${SECTIONS.flatMap(({ topics }) => topics).length} topics found`}
        </output>
      </div>
      <div className="grid min-w-0 gap-8 wide:grid-cols-[13rem_minmax(0,1fr)]">
        <Contents sections={sections} shows={shows} />
        <div ref={pages} className="flex min-w-0 flex-col gap-10">
          {sections.length === 0 && (
            <EmptyState
              className="rounded border"
              icon={SearchX}
              title={`Nothing in the help mentions ‘${words}’`}
              action={
                <Button variant="secondary" onClick={() => change('')}>
                  Clear the search
                </Button>
              }
            >
              Try one word, or its beginning.
            </EmptyState>
          )}
          {SECTIONS.map(({ id: section, title, topics }) => (
            <section
              key={section}
              aria-labelledby={section}
              hidden={!sections.some((one) => one.id === section)}
              className="flex min-w-0 flex-col gap-6"
            >
              <h2 id={section} className="scroll-mt-20 border-b pb-1 text-lg font-semibold">
                {title}
              </h2>
              {topics.map((topic) => (
                <Topic key={topic.id} topic={topic} visible={shows(topic.id)} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </>
  )
}

/** Rendered once: a search only hides it. */
const Topic = memo(function Topic({
  topic: { id, title, Content },
  visible,
}: {
  topic: HelpTopic
  visible: boolean
}) {
  return (
    <article aria-labelledby={id} data-topic={id} hidden={!visible} className="flex min-w-0 flex-col gap-3">
      <h3 id={id} className="scroll-mt-20 text-base font-semibold">
        {title}
      </h3>
      <Content />
    </article>
  )
})
