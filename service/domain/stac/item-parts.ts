/** What the kinds of items add to the frame that they share. Paths are below the base path. */
export interface ItemParts {
  extent: readonly number[] | null
  properties: Record<string, unknown>
  assets: Record<string, { path: string } & Record<string, unknown>>
  /** TileJSON of the item. */
  tileJson: string | null
}
