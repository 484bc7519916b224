import { asc, eq } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { type Layer, places } from '../../db/schema.ts'
import { nearestName } from '#common/nearest-name.ts'
import { cellError, listed, memo, type CellFinding } from './cell-findings.ts'
import type { LayerDraft, UnitFigure } from './layer-draft.ts'
import type { ValidatedPlaces } from './validate-places.ts'

export interface ValidatedRaking {
  findings: CellFinding[]
  rakeTo: NonNullable<Layer['rake_to_admin']> | null
}

interface Unit {
  code: string
  name: string
}

/** Units of `rake_to_admin` by code or name, all of one admin level of the layer: the first that has them all. */
export function rakingValidator(db: Executor) {
  const units = memo<Unit[]>()
  const unitsOf = (version: number) =>
    units(String(version), () =>
      db
        .select({ code: places.code, name: places.name })
        .from(places)
        .where(eq(places.version_id, version))
        .orderBy(asc(places.position)),
    )

  return async (
    { rake_to: national, rake_to_admin: figures }: LayerDraft,
    place: ValidatedPlaces,
  ): Promise<ValidatedRaking> => {
    const rejected = (message: string, help: string, fix?: string | null) => ({
      findings: [cellError('rake_to_admin', message, help, fix)],
      rakeTo: null,
    })
    if (figures === null || place.outlines === null) return { findings: [], rakeTo: null }
    if (national !== null)
      return rejected(
        "The row has figures in both 'rake_to' and 'rake_to_admin'.",
        'Keep one of them: units that are raked to their own figures cannot be moved to a national one as well.',
      )
    const tried: { level: 1 | 2; matches: Match[]; known: Unit[] }[] = []
    for (const level of place.levels) {
      const version = place.ids[`adm${level}`]
      if (version === undefined) continue
      const known = await unitsOf(version)
      tried.push({ level, matches: figures.map((figure) => match(figure, known)), known })
    }
    const found = (matches: readonly Match[]) => matches.filter(({ codes }) => codes.length === 1).length
    const [best] = tried.toSorted((a, b) => found(b.matches) - found(a.matches))
    if (!best)
      return rejected(
        'The layer has no admin units to rake.',
        "Leave the cell empty, or load the country's units.",
      )
    const { level, matches, known } = best
    const missing = matches.find(({ codes }) => codes.length !== 1)
    if (missing) {
      const name = `'${missing.figure.unit.slice(0, 60)}'`
      if (missing.codes.length > 1)
        return rejected(`${name} is the name of several ADM${level} units.`, 'Write its code instead.')
      const near = nearestName(
        missing.figure.unit,
        known.map((unit) => unit.name),
      )
      return rejected(
        `${name} is not the code or name of an ADM${level} unit.`,
        near
          ? `Did you mean '${near}'? All units must be of one level.`
          : `Units: ${listed(known.map((unit) => unit.name))}. All must be of one level.`,
      )
    }
    const codes = matches.map((one) => one.codes[0])
    const twice = codes.find((code, index) => codes.indexOf(code) < index)
    if (twice !== undefined)
      return rejected(`The unit '${twice}' appears twice, by code and by name.`, 'Keep one figure per unit.')
    const rakeTo = {
      level,
      figures: Object.fromEntries(matches.map((one) => [one.codes[0], one.figure.prevalence])),
    }
    return { findings: [], rakeTo }
  }
}

interface Match {
  figure: UnitFigure
  /** Codes of the units that the figure may mean. */
  codes: string[]
}

function match(figure: UnitFigure, known: readonly Unit[]): Match {
  if (known.some(({ code }) => code === figure.unit)) return { figure, codes: [figure.unit] }
  const wanted = figure.unit.toLowerCase()
  return { figure, codes: known.filter(({ name }) => name.toLowerCase() === wanted).map(({ code }) => code) }
}
