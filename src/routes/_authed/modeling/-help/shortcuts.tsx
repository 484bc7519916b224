import { HelpTable } from './prose.tsx'
import type { HelpTopic } from './section.ts'

const keys = (label: string, rows: readonly (readonly [string, string])[]) => () => (
  <HelpTable label={label} head={['Keys', 'What they do']}>
    {rows.map(([pressed, does]) => (
      <tr key={pressed}>
        <th scope="row" className="whitespace-nowrap">
          {pressed.split(' + ').map((key, place) => (
            <span key={key}>
              {place > 0 && ' + '}
              <kbd className="rounded border border-control bg-sunk px-1.5 py-0.5 font-mono text-xs">
                {key}
              </kbd>
            </span>
          ))}
        </th>
        <td className="w-full">{does}</td>
      </tr>
    ))}
  </HelpTable>
)

export const SHORTCUTS: readonly HelpTopic[] = [
  {
    id: 'shortcuts-tables',
    title: 'In a table',
    Content: keys('Keys in a table', [
      ['↓', 'Next row, from a link of the first column or a checkbox'],
      ['↑', 'Previous row'],
      ['Space', 'Select the row, on its checkbox'],
      ['Shift + ↓', 'Select the rows on the way'],
      ['Enter', 'Open the row; in a filter, choose the value'],
      ['Escape', 'Close a filter, menu or dialog'],
    ]),
  },
  {
    id: 'shortcuts-map',
    title: 'On a map',
    Content: keys('Keys on a map', [
      ['Tab', 'Move the focus to the map; a readout shows the values at its centre'],
      ['← ↑ → ↓', 'Move the map'],
      ['+', 'Zoom in'],
      ['-', 'Zoom out'],
      ['Enter', 'Pin the place at the centre'],
      ['Escape', 'Unpin the place'],
    ]),
  },
  {
    id: 'shortcuts-configuration',
    title: 'In the grid of a configuration',
    Content: keys('Keys in the grid of a configuration', [
      ['Enter', 'Go one cell down'],
      ['Shift + Enter', 'Go one cell up'],
      ['↓', 'Go one cell down'],
      ['↑', 'Go one cell up'],
      ['Escape', 'Restore the previous value of the cell'],
      ['Ctrl + V', 'Paste cells from a spreadsheet, from this cell on'],
    ]),
  },
  {
    id: 'shortcuts-order',
    title: 'In the bands of a collection',
    Content: keys('Keys in the bands of a collection', [
      ['Space', 'Pick up the band at the handle that has the focus; put it down'],
      ['↓', 'Move the band down'],
      ['↑', 'Move the band up'],
      ['Escape', 'Leave the band where it was'],
    ]),
  },
]
