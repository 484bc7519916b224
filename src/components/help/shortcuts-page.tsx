import { Keys } from '~/components/ui/keys.tsx'
import { SHORTCUT_GROUPS } from './shortcuts.ts'
import { HelpTable } from './prose.tsx'
import type { HelpTopic } from './section.ts'

export const SHORTCUTS: readonly HelpTopic[] = SHORTCUT_GROUPS.map(({ id, title, label, rows }) => ({
  id,
  title,
  Content: () => (
    <HelpTable label={label} head={['Keys', 'What they do']}>
      {rows.map(([pressed, does]) => (
        <tr key={pressed}>
          <th scope="row" className="whitespace-nowrap">
            <Keys pressed={pressed} />
          </th>
          <td className="w-full">{does}</td>
        </tr>
      ))}
    </HelpTable>
  ),
}))
