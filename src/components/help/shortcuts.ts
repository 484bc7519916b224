interface ShortcutGroup {
  id: string
  title: string
  /** Names the table. */
  label: string
  rows: readonly (readonly [keys: string, does: string])[]
}

/** Every shortcut, for the help and for the dialog that `?` opens. */
export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  {
    id: 'shortcuts-everywhere',
    title: 'Everywhere',
    label: 'Keys on every screen',
    rows: [
      ['Ctrl + K', 'Search screens, records and actions (on a Mac, ⌘ + K)'],
      ['?', 'Show all shortcuts'],
    ],
  },
  {
    id: 'shortcuts-tables',
    title: 'In a table',
    label: 'Keys in a table',
    rows: [
      ['← ↑ → ↓', 'Move between rows and columns'],
      ['Home', 'First cell of the row; with Ctrl, of the table'],
      ['End', 'Last cell of the row; with Ctrl, of the table'],
      ['Page Down', 'Ten rows down; Page Up goes back'],
      ['Space', 'Select the row'],
      ['Shift + ↓', 'Select the rows on the way'],
      ['Enter', 'Open the row; in a filter, choose the value'],
      ['Shift + Enter', 'On a header: also sort by this column (with the mouse, Shift and a click)'],
      ['Alt + →', 'On a header: a wider column; Alt + ← makes it narrower'],
      ['Escape', 'Close a filter, menu or dialog'],
    ],
  },
  {
    id: 'shortcuts-map',
    title: 'On a map',
    label: 'Keys on a map',
    rows: [
      ['Tab', 'Move the focus to the map; a readout shows the values at its centre'],
      ['← ↑ → ↓', 'Move the map'],
      ['+', 'Zoom in'],
      ['-', 'Zoom out'],
      ['Enter', 'Pin the place at the centre'],
      ['Escape', 'Unpin the place'],
    ],
  },
  {
    id: 'shortcuts-configuration',
    title: 'In the grid of a configuration',
    label: 'Keys in the grid of a configuration',
    rows: [
      ['Enter', 'Go one cell down'],
      ['Shift + Enter', 'Go one cell up'],
      ['↓', 'Go one cell down'],
      ['↑', 'Go one cell up'],
      ['Escape', 'Restore the previous value of the cell'],
      ['Ctrl + V', 'Paste cells from a spreadsheet, from this cell on'],
    ],
  },
  {
    id: 'shortcuts-order',
    title: 'In the bands of a collection',
    label: 'Keys in the bands of a collection',
    rows: [
      ['Space', 'Pick up the band at the handle that has the focus; put it down'],
      ['↓', 'Move the band down'],
      ['↑', 'Move the band up'],
      ['Escape', 'Leave the band where it was'],
    ],
  },
]
