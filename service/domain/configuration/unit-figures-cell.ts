import { MAX_UNIT_FIGURES, PREVALENCE } from '#contract/submissions/configuration.ts'
import { type CellReader, DECIMAL, numberCell } from '../../tables/cells.ts'
import { MAX_CELL } from '../../tables/table.ts'
import type { UnitFigure } from './layer-draft.ts'

const help = `Write each unit's code or name, '=' and a prevalence between ${PREVALENCE.from} and ${PREVALENCE.to}, separated by semicolons, e.g. 'Kano=0.41; Lagos=0.22'.`
const MAX_NAME = 200

/** `unit=0.31; unit=0.28`; whether the units exist is checked against the catalogue. */
export const unitFiguresCell: CellReader<UnitFigure[]> = (cell, column) => {
  // Longer cells were cut when the table was read.
  if (cell.length >= MAX_CELL)
    return { message: `The cell is longer than ${MAX_CELL} characters, so figures may be missing.`, help }
  const parts = cell
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
  if (parts.length === 0) return { message: 'The cell names no unit.', help }
  if (parts.length > MAX_UNIT_FIGURES)
    return { message: `The cell names ${parts.length} units; at most ${MAX_UNIT_FIGURES} are allowed.`, help }
  const figures: UnitFigure[] = []
  for (const part of parts) {
    const at = part.lastIndexOf('=')
    const unit = part.slice(0, Math.max(at, 0)).trim()
    const figure = part.slice(at + 1).trim()
    const named = `'${part.slice(0, 60)}'`
    if (unit === '' || unit.length > MAX_NAME)
      return { message: `${named} is not a unit with its prevalence.`, help }
    const prevalence = numberCell({ ...PREVALENCE, whole: false })(figure, column)
    if ('message' in prevalence)
      return {
        message: `${named}: ${prevalence.message}`,
        // A number out of bounds has help of its own, or none.
        help: DECIMAL.test(figure) ? prevalence.help : help,
      }
    if (figures.some((other) => other.unit.toLowerCase() === unit.toLowerCase()))
      return { message: `The unit '${unit.slice(0, 60)}' appears twice.`, help }
    figures.push({ unit, prevalence: prevalence.value })
  }
  return { value: figures }
}
