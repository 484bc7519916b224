import type { ReactNode } from 'react'
import { fileSize } from '#common/file-size.ts'
import { Download } from 'lucide-react'
import { CopyButton } from './copy-button.tsx'

interface File {
  name: string
  address: string
  content: string
  size: number
  sha256: string
  /** For other programs. */
  link?: ReactNode
}

/** Files to download, with what they hold, their size and checksum. */
export function FilesTable({ caption, files }: { caption: string; files: readonly File[] }) {
  const linked = files.some(({ link }) => link !== undefined)
  return (
    <div className="relative overflow-x-auto rounded border">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-sunk text-left">
          <tr>
            <th scope="col" className="h-10 px-3 font-medium">
              File
            </th>
            <th scope="col" className="px-3 font-medium">
              Content
            </th>
            <th scope="col" className="px-3 text-right font-medium">
              Size
            </th>
            <th scope="col" className="px-3 font-medium">
              SHA-256
            </th>
            {linked && (
              <th scope="col" className="px-3 print:hidden">
                <span className="sr-only">Link</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {files.map(({ name, address, content, size, sha256, link }) => (
            <tr key={name} className="border-t hover:bg-hover">
              <th
                scope="row"
                className="h-10 min-w-52 px-3 py-1 text-left font-normal break-words wide:whitespace-nowrap"
              >
                <a
                  href={address}
                  download
                  className="flex w-fit items-center gap-2 text-link hover:underline"
                >
                  <Download aria-hidden="true" className="size-4 shrink-0" />
                  {name}
                </a>
              </th>
              <td className="min-w-40 px-3 text-muted">{content}</td>
              <td className="px-3 text-right whitespace-nowrap">{fileSize(size)}</td>
              <td className="px-3 whitespace-nowrap">
                <Checksum sha256={sha256} name={name} />
              </td>
              {linked && <td className="px-3 text-right print:hidden">{link}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Checksum({ sha256, name }: { sha256: string; name: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <code className="font-mono text-xs text-muted" title={sha256}>
        {sha256.slice(0, 12)}…
      </code>
      <CopyButton text={sha256} what={`the checksum of ${name}`} />
    </span>
  )
}
