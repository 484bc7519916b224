import type { LucideIcon } from 'lucide-react'

/** A row of the palette: it leads to an address, or does something. */
export interface PaletteOption {
  /** Unique among all rows. */
  id: string
  label: string
  /** Below the label: what distinguishes it from others of the same name. */
  detail?: string
  note?: string
  icon: LucideIcon
  /** Shown instead of the icon: the map of this job or product. */
  mapOf?: string
  href?: string
  run?: () => void
  /** Further words that find it. */
  words?: string
}
export interface PaletteGroup {
  title: string
  options: readonly PaletteOption[]
}

/** Options with every word of the text, those whose label begins with it first. */
export function withWords(options: readonly PaletteOption[], text: string): PaletteOption[] {
  const words = text.toLowerCase().split(/\s+/)
  const matches = options.filter(({ label, note = '', words: more = '' }) => {
    const all = `${label} ${note} ${more}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const begins = ({ label }: PaletteOption) => label.toLowerCase().startsWith(text.toLowerCase())
  return [...matches.filter(begins), ...matches.filter((option) => !begins(option))]
}
