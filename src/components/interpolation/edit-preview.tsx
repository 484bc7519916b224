import { ArrowRight } from 'lucide-react'
import { EDIT_LABELS, type Preview } from './product-edits.ts'

const SHOWN = 50

/** Old → new, product by product. */
export function EditPreview({ previews, untouched }: { previews: readonly Preview[]; untouched: number }) {
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-2">
      <output className="text-sm font-medium">
        {previews.length === 0
          ? 'Nothing changes yet'
          : `${previews.length} ${previews.length === 1 ? 'product changes' : 'products change'}${untouched > 0 ? `, ${untouched} unchanged` : ''}`}
      </output>
      {previews.length > 0 && (
        <ul
          aria-label="Changes"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
          tabIndex={0}
          className="max-h-56 divide-y overflow-auto rounded border"
        >
          {previews.slice(0, SHOWN).map(({ product, changes }) => (
            <li key={product.id} className="px-3 py-2">
              <p className="truncate font-medium" title={product.title}>
                {product.title}
              </p>
              {changes.map(({ field, from, to }) => (
                <p key={field} className="flex flex-wrap items-center gap-x-2 text-sm">
                  <span className="text-muted">{EDIT_LABELS[field]}</span>
                  <del className="break-words">{from || 'empty'}</del>
                  <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
                  <span className="sr-only">becomes</span>
                  <ins className="font-medium break-words no-underline">{to || 'empty'}</ins>
                </p>
              ))}
            </li>
          ))}
          {previews.length > SHOWN && (
            <li className="px-3 py-2 text-muted">and {previews.length - SHOWN} more</li>
          )}
        </ul>
      )}
    </section>
  )
}
