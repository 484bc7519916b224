import { useEffect } from 'react'
import { z } from 'zod'
import { watchPrint } from '~/components/map/legend/map-colours.ts'
import { PARTS, type Part } from '../report-parts.ts'

/** A part of the report, or what explains its figures. */
export type Chapter = Part | 'explanations'

const KEY = 'report-not-on-paper'
const USUAL: readonly Chapter[] = [
  'other-priors',
  'parameters',
  'downloads',
  'final-history',
  'configuration',
  'explanations',
]
const stored = z.array(z.enum([...PARTS, 'explanations']))

/** What is not printed: as the person chose last, in this browser. */
export function readOmitted(): readonly Chapter[] {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
  } catch {
    return USUAL
  }
}

export function rememberOmitted(omitted: readonly Chapter[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(omitted))
  } catch {
    // A browser without storage prints what is usual.
  }
}

/** Paper has what was chosen, however printing was started. */
export function usePaper(): void {
  useEffect(() => {
    let undo: (() => void)[] = []
    return watchPrint((printing) => {
      undo.forEach((step) => step())
      undo = printing ? prepare(readOmitted()) : []
    })
  }, [])
}

function prepare(omitted: readonly Chapter[]): (() => void)[] {
  const parts = omitted.flatMap((chapter) => document.getElementById(chapter) ?? [])
  for (const part of parts) part.dataset['omitted'] = ''
  const explanations = omitted.includes('explanations')
    ? []
    : [...document.querySelectorAll<HTMLDetailsElement>('[data-part=how-to-read]:not([open])')]
  for (const details of explanations) details.open = true
  return [
    () => parts.forEach((part) => delete part.dataset['omitted']),
    () => explanations.forEach((details) => (details.open = false)),
  ]
}
