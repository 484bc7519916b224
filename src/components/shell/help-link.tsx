import { Link } from '@tanstack/react-router'
import { CircleQuestionMark } from 'lucide-react'
import { HELP_TOPICS, type HelpTopicId } from './help-topics.ts'

/** Opens the help topic that explains the adjacent element, in a new tab: nothing on the screen is lost. */
export function HelpLink({ topic }: { topic: HelpTopicId }) {
  const words = HELP_TOPICS[topic]
  return (
    <Link
      to="/modeling"
      hash={topic}
      target="_blank"
      aria-label={`${words} (opens in a new tab)`}
      title={words}
      className="grid size-6 shrink-0 place-items-center rounded-full text-muted hover:text-text print:hidden"
    >
      <CircleQuestionMark aria-hidden="true" className="size-4" />
    </Link>
  )
}
