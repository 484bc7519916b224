import { Tab, TabList, TabPanel, Tabs } from '~/components/ui/tabs.tsx'
import { exactTime } from '~/lib/time/exact-time.ts'
import { CopyButton } from './copy-button.tsx'
import { linkLines } from './link-lines.ts'

/** A signed link, and the code that opens it in QGIS, R, Python and a shell. */
export function LinkTabs({
  what,
  name,
  url,
  expiresAt,
  band,
}: {
  /** The variable's name in the code, e.g. `mean`. */
  what: string
  name: string
  url: string
  expiresAt: string
  /** Number of the band, from 1, if the raster has several. */
  band?: number
}) {
  const lines = linkLines(what, name, url, band)
  return (
    <>
      <div className="flex flex-col gap-1">
        <Code text={url} what="the link" label="Link" />
        <p className="text-xs text-muted">Until {exactTime(expiresAt)}</p>
      </div>
      <Tabs defaultValue={lines[0]?.tool}>
        <TabList aria-label="Code snippets">
          {lines.map(({ tool }) => (
            <Tab key={tool} value={tool}>
              {tool}
            </Tab>
          ))}
        </TabList>
        {lines.map(({ tool, help, text }) => (
          <TabPanel key={tool} value={tool} className="flex flex-col gap-1 pt-3!">
            <Code text={text} what={`the snippet for ${tool}`} label={`Snippet for ${tool}`} />
            <p className="text-xs text-muted">{help}</p>
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}

export function Code({ text, what, label }: { text: string; what: string; label: string }) {
  return (
    <div className="flex items-start gap-1 rounded border bg-sunk p-1 pl-2">
      <pre
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
        tabIndex={0}
        className="max-h-40 min-w-0 flex-1 overflow-auto py-1 font-mono text-xs select-all"
      >
        {text}
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  )
}
