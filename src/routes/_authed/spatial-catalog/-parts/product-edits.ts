import type { Product } from '#contract/interpolation-shapes.ts'
import type { ProductChanges } from '#contract/interpolation.ts'

/** What the person entered; what is undefined stays as it is. */
export interface Edits {
  title?: string
  data_description?: string
  status?: Product['status']
  version?: string
  /** All tags from now on. */
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

/** Old → new of each product that would change; the others are left out. */
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

/** The items of the call: of each product only what differs. */
export const itemsOf = (previews: readonly Preview[], edits: Edits): ProductChanges[] =>
  previews.map(({ product, changes }) => ({
    id: product.id,
    ...Object.fromEntries(changes.map(({ field }) => [field, edits[field]])),
  }))

/** The items that bring back what an answer says was there before. */
export const undoOf = (
  answered: readonly { id: number; changes: Partial<Record<Field, { from: unknown }>> }[],
): ProductChanges[] =>
  answered.flatMap(({ id, changes }) => {
    const former = Object.entries(changes).map(([field, change]) => [field, change?.from])
    return former.length > 0 ? [{ id, ...(Object.fromEntries(former) as Partial<ProductChanges>) }] : []
  })
