import { Link } from '@tanstack/react-router'

/** An asset by its name, in a text. */
export function AssetLink({ id, name }: { id: number; name: string | null }) {
  return (
    <Link
      to="/modeling/raster-assets/$id"
      params={{ id: String(id) }}
      className="break-all text-link underline"
    >
      {name ?? `asset ${id}`}
    </Link>
  )
}
