import { Link } from '@tanstack/react-router'
import type { HelpSection } from './section.ts'

/** The contents: beside the text on wide screens, above it on narrow ones. */
export function Contents({
  sections,
  shows,
}: {
  sections: readonly HelpSection[]
  shows: (topic: string) => boolean
}) {
  const link = (id: string, title: string, className: string) => (
    <Link
      to="/modeling"
      search={(previous) => previous}
      hash={id}
      className={`block rounded px-2 py-1 hover:bg-hover ${className}`}
    >
      {title}
    </Link>
  )
  return (
    <nav
      aria-label="Contents"
      className="self-start rounded border p-2 wide:sticky wide:top-20 wide:max-h-[calc(100dvh-6rem)] wide:overflow-y-auto print:hidden"
    >
      <ul className="flex flex-col gap-2">
        {sections.map(({ id, title, topics }) => (
          <li key={id}>
            {link(id, title, 'font-medium')}
            <ul className="max-[899px]:hidden">
              {topics
                .filter((topic) => shows(topic.id))
                .map((topic) => (
                  <li key={topic.id}>{link(topic.id, topic.title, 'text-muted pl-4')}</li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}
