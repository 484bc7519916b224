import { Segmented } from '~/components/ui/fields/segmented.tsx'
import type { List } from '~/components/data-table/address/list.ts'

/** Rows or cards with pictures, kept in the address. */
export function GallerySwitch({ search, onSearch }: Pick<List<never>, 'search' | 'onSearch'>) {
  return (
    <Segmented
      label="Show as"
      value={search.gallery ? 'gallery' : 'table'}
      options={[
        { value: 'table', label: 'Table' },
        { value: 'gallery', label: 'Gallery' },
      ]}
      onChange={(form) => onSearch({ gallery: form === 'gallery' || undefined }, { replace: false })}
    />
  )
}
