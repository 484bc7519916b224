import type { MethodsBlock } from '#contract/jobs/job-methods.ts'
import { TriangleAlert } from 'lucide-react'

/** Texts are as people and files gave them: they keep their lines, and addresses of the web are links. */
export function MethodsBlockView({ block }: { block: MethodsBlock }) {
  switch (block.kind) {
    case 'text':
      return <p className="max-w-prose break-words whitespace-pre-line">{block.text}</p>
    case 'gap':
      return (
        <p className="flex max-w-prose break-inside-avoid gap-2 rounded border border-warning bg-warning-soft p-2">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
          <span className="min-w-0 break-words">
            <strong className="font-semibold">Gap:</strong> {block.text}
          </span>
        </p>
      )
    case 'formula':
      return (
        <pre className="break-inside-avoid rounded bg-sunk p-3 font-mono text-sm leading-6 whitespace-pre-wrap">
          {block.text}
        </pre>
      )
    case 'list':
      return (
        <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5">
          {block.items.map((item) => (
            <li key={item} className="break-words">
              {item}
            </li>
          ))}
        </ul>
      )
    case 'facts':
      return (
        <dl className="max-w-prose">
          {block.rows.map(({ label, value }) => (
            <div
              key={label}
              className="grid break-inside-avoid gap-x-4 border-b py-1 min-[560px]:grid-cols-[12rem_minmax(0,1fr)]"
            >
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 break-words whitespace-pre-line">
                <Value text={value} />
              </dd>
            </div>
          ))}
        </dl>
      )
    case 'table':
      return <MethodsTable {...block} />
  }
}

function Value({ text }: { text: string }) {
  return /^https?:\/\/\S+$/.test(text) ? (
    <a href={text} target="_blank" rel="noreferrer" className="text-link break-all underline">
      {text}
    </a>
  ) : (
    text
  )
}

function MethodsTable({ caption, columns, rows }: Extract<MethodsBlock, { kind: 'table' }>) {
  return (
    <section
      aria-label={`${caption}, table`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
      tabIndex={0}
      className="max-w-full overflow-x-auto print:overflow-visible"
    >
      <table className="w-full border-collapse text-sm">
        <caption className="pb-1 text-left text-muted">{caption}</caption>
        <thead className="bg-sunk text-left">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-2 py-1 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows never move, and may repeat
            <tr key={place} className="break-inside-avoid border-t align-top">
              {row.map((cell, column) => (
                <td key={columns[column]} className="px-2 py-1 last:min-w-44 last:wrap-anywhere">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
