import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import type { ProductChanges } from '#contract/interpolation/interpolation.ts'

/** The person's input; undefined fields stay unchanged. */
export interface Edits {
  title?: string
  data_description?: string
  status?: Product['status']
  version?: string
  /** The complete new list of tags. */
  tags?: string[]
}
type Field = keyof Edits

export interface Preview {
  product: Product
  changes: { field: Field; from: string; to: string }[]
}

export const EDIT_LABELS: Readonly<Record<Field, string>> = {
  title: 'Title',
  data_description: 'Data description',
  status: 'Status',
  version: 'Version',
  tags: 'Tags',
}

const wordsOf = (product: Product, field: Field): string =>
  field === 'tags' ? product.tags.map(({ name }) => name).join(', ') : product[field]

/** Old → new of each product that would change; unchanged ones are omitted. */
export function previewOf(products: readonly Product[], edits: Edits): Preview[] {
  return products.flatMap((product) => {
    const changes = (Object.keys(edits) as Field[]).flatMap((field) => {
      const to = edits[field]
      if (to === undefined) return []
      const words = Array.isArray(to) ? to.join(', ') : to
      const from = wordsOf(product, field)
      return from === words ? [] : [{ field, from, to: words }]
    })
    return changes.length > 0 ? [{ product, changes }] : []
  })
}

/** The items of the call: only the changed fields of each product. */
export const itemsOf = (previews: readonly Preview[], edits: Edits): ProductChanges[] =>
  previews.map(({ product, changes }) => ({
    id: product.id,
    ...Object.fromEntries(changes.map(({ field }) => [field, edits[field]])),
  }))

/** The items that restore the previous values in an answer. */
export const undoOf = (
  answered: readonly { id: number; changes: Partial<Record<Field, { from: unknown }>> }[],
): ProductChanges[] =>
  answered.flatMap(({ id, changes }) => {
    const previous = Object.entries(changes).map(([field, change]) => [field, change?.from])
    return previous.length > 0 ? [{ id, ...(Object.fromEntries(previous) as Partial<ProductChanges>) }] : []
  })
