import { Check, X } from 'lucide-react'
import { Button } from '~/components/ui/button.tsx'
import { Popover } from '~/components/ui/overlays/popover.tsx'
import { cn } from '~/lib/class-names.ts'
import { VERDICT_LABELS } from '~/components/jobs/verdict-labels.ts'
import type { Verdict } from '../diagnostics/diagnostics.ts'
import { CRITERION_TEXTS, LEVEL_NAMES, VERDICT_SENTENCES } from './verdict-texts.ts'

const levelsOf = ({ criteria }: Verdict) => [...new Set(criteria.map(({ level }) => level))]

/** The first condition that each level fails. */
export const failuresOf = (verdict: Verdict) =>
  new Map(
    levelsOf(verdict).flatMap((level) => {
      const failure = verdict.criteria.find((one) => one.level === level && !one.met)
      return failure ? [[level, failure] as const] : []
    }),
  )

/** What the layer can be used for, why not for the other levels, and the arithmetic on demand. */
export function VerdictPanel({ verdict }: { verdict: Verdict }) {
  const levels = levelsOf(verdict)
  const failures = failuresOf(verdict)
  return (
    <section aria-labelledby="verdict" className="flex flex-col gap-2">
      <h2 id="verdict" className="text-muted">
        What it can be used for
      </h2>
      <ol aria-label="Levels" className="flex flex-wrap gap-1">
        {levels.toReversed().map((level) => {
          const usable = !failures.has(level)
          return (
            <li
              key={level}
              className={cn(
                'flex items-center gap-1 rounded border px-2 py-0.5',
                usable ? 'border-success bg-success-soft font-medium' : 'text-muted',
              )}
            >
              {usable ? (
                <Check aria-hidden="true" className="size-4" />
              ) : (
                <X aria-hidden="true" className="size-4" />
              )}
              {VERDICT_LABELS[level]}
              <span className="sr-only">{usable ? ': usable' : ': not usable'}</span>
            </li>
          )
        })}
      </ol>
      <p className="font-medium">{VERDICT_SENTENCES[verdict.level]}</p>
      {failures.size > 0 && (
        <ul className="flex flex-col gap-1 text-muted">
          {[...failures].toReversed().map(([level, failure]) => (
            <li key={level}>
              {LEVEL_NAMES[level]}: {CRITERION_TEXTS[failure.name].failure(failure)}.
            </li>
          ))}
        </ul>
      )}
      <Popover
        label="How the verdict was reached"
        className="min-w-[min(30rem,calc(100vw-1rem))]"
        trigger={
          <Button variant="secondary" size="small" className="self-start print:hidden">
            How this was decided
          </Button>
        }
      >
        <Conditions verdict={verdict} />
      </Popover>
    </section>
  )
}

/** Every condition of every level, with its value and limit. */
function Conditions({ verdict }: { verdict: Verdict }) {
  const levels = levelsOf(verdict)
  return (
    <div className="flex flex-col gap-3">
      <p>
        The verdict is the finest level whose conditions are all met. Limits and their sources are in the
        documentation, <em>Reading a report</em>.
      </p>
      {levels.map((level) => (
        <table key={level} className="w-full border-collapse">
          <caption className="pb-1 text-left font-semibold">{LEVEL_NAMES[level]}</caption>
          <tbody>
            {verdict.criteria
              .filter((one) => one.level === level)
              .map((one) => (
                <tr key={one.name} className="border-t align-top">
                  <th scope="row" className="py-1 pr-2 text-left font-normal">
                    {CRITERION_TEXTS[one.name].name}
                  </th>
                  <td className="py-1 pr-2 text-muted">{CRITERION_TEXTS[one.name].arithmetic(one)}</td>
                  <td className="py-1">
                    <span className="sr-only">{one.met ? 'met' : 'not met'}</span>
                    {one.met ? (
                      <Check aria-hidden="true" className="size-4 text-success" />
                    ) : (
                      <X aria-hidden="true" className="size-4 text-error" />
                    )}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
