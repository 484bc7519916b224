import type { Picture } from '../map/draw-map.ts'

export type Block =
  | { kind: 'figure'; label: string; value: string; lines: string[] }
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; tone?: 'strong' | 'warning' | 'muted' }
  | { kind: 'list'; items: string[] }
  | { kind: 'facts'; rows: (readonly [label: string, value: string])[] }
  | TableBlock
  | PictureBlock

export interface TableBlock {
  kind: 'table'
  title: string
  columns: readonly Column[]
  rows: string[][]
  /** Below it. */
  notes: string[]
}

export interface Column {
  title: string
  /** Figures are aligned right. */
  isFigure: boolean
  /** Of the width, in parts of the others'. */
  parts: number
}

export interface PictureBlock {
  kind: 'picture'
  picture: Picture
  /** For people who do not see it. */
  alt: string
  legend: { colour: string; label: string }[]
  notes: string[]
}

export interface Section {
  title: string
  blocks: Block[]
}

/** What is on each document, and on its pages. */
export interface BriefHead {
  /** What it is: a brief. */
  kind: string
  title: string
  subtitle: string
  /** On each page. */
  footer: string
  page: (page: string, pages: string) => string
  locale: string
  brand: string
}

/** A document in one language, before it is laid out. */
export interface BriefContent extends BriefHead {
  sections: Section[]
}
