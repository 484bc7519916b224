import { eq } from '#drizzle'
import type { LayerDraft } from './layer-draft.ts'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { countries, type Layer } from '../../db/schema.ts'
import { codesNear, nameOf } from '../countries/names.ts'
import { type CountryOutlines, readCountryOutlines } from '../place-groups/country-outlines.ts'
import {
  type CountryVersion,
  defaultMask,
  findCountryVersions,
  type PlaceType,
} from '../place-groups/find-country-places.ts'
import { cellWarning, cellError, listed, memo, type CellFinding } from './cell-findings.ts'

export interface ValidatedPlaces {
  findings: CellFinding[]
  country: string | null
  levels: (1 | 2)[]
  ids: Layer['place_group_version_ids']
  outlines: CountryOutlines | null
  /** Identifies the outlines in keys of other validations. */
  outlinesKey: string
}

const oneOf = new Intl.ListFormat('en', { type: 'disjunction' })

/** Country, admin units and mask of a layer. */
export function placesValidator(db: Executor, caller: Caller) {
  const names = memo<string | null>()
  const versions = memo<CountryVersion[]>()
  const found = memo<CountryOutlines>()
  const validated = memo<ValidatedPlaces>()

  return ({ iso3_code: iso3, place_group_version: name, adm_levels: levels }: LayerDraft) => {
    if (iso3 === null) return Promise.resolve(nothing([], null))
    return validated(JSON.stringify([iso3, name, levels]), async () => {
      const country = await names(iso3, async () => {
        const [row] = await db.select().from(countries).where(eq(countries.iso3_code, iso3))
        return row?.name ?? null
      })
      if (country === null) {
        const near = codesNear(iso3)
        return nothing(
          [
            cellError(
              'iso3_code',
              `The country '${iso3}' is not known.`,
              near.length > 0
                ? `Did you mean ${oneOf.format(near.map((code) => `${code} (${nameOf(code)})`))}?`
                : 'Write its ISO 3166 code of three letters, e.g. NGA.',
              near.length === 1 ? near[0] : undefined,
            ),
          ],
          null,
        )
      }
      const known = await versions(iso3, () => findCountryVersions(db, iso3))
      const chosen = choose(known, country, name, levels)
      if (!chosen.mask) return nothing(chosen.findings, country)
      const { id } = chosen.mask
      const outlines = await found(String(id), () => readCountryOutlines(db, id, caller))
      return {
        findings: chosen.findings,
        country,
        levels: chosen.levels,
        ids: chosen.ids,
        outlines,
        outlinesKey: String(id),
      }
    })
  }
}

const nothing = (findings: CellFinding[], country: string | null): ValidatedPlaces => ({
  findings,
  country,
  levels: [],
  ids: { adm0: null },
  outlines: null,
  outlinesKey: '',
})

function choose(
  known: CountryVersion[],
  country: string,
  name: string | null,
  asked: (1 | 2)[] | null,
): { findings: CellFinding[]; levels: (1 | 2)[]; ids: ValidatedPlaces['ids']; mask: CountryVersion | null } {
  const findings: CellFinding[] = []
  const usual = (type: PlaceType) => known.find((v) => v.place_type === type && v.is_default)
  const named = (type: PlaceType) => known.find((v) => v.place_type === type && v.version === name)
  const wanted = name === null ? usual : named
  if (name !== null && !known.some((v) => v.version === name)) {
    const others = [...new Set(known.map((v) => v.version))]
    findings.push(
      cellError(
        'place_group_version',
        `There is no version '${name}' of the admin units of ${country}.`,
        others.length > 0 ? `Versions: ${listed(others)}. Leave the cell empty for the default.` : undefined,
      ),
    )
  } else {
    for (const level of asked ?? []) {
      if (wanted(`adm${level}`)) continue
      findings.push(
        cellError(
          'adm_levels',
          `There are no admin units of level ${level} for ${country}${name === null ? '' : ` in the version '${name}'`}.`,
          'Leave the level out, or load its place group.',
        ),
      )
    }
  }
  const adm = { adm0: wanted('adm0') ?? usual('adm0'), adm1: wanted('adm1'), adm2: wanted('adm2') }
  const levels = (asked ?? ([1, 2] as const)).filter((level) => adm[`adm${level}`] !== undefined)
  const mask = adm.adm0 ?? adm.adm1 ?? adm.adm2 ?? defaultMask(known)
  if (!mask) {
    findings.push(
      cellError(
        'iso3_code',
        `There are no outlines of ${country}.`,
        'Load a place group of the country first.',
      ),
    )
  } else if (levels.length === 0 && findings.length === 0) {
    findings.push(
      cellWarning('adm_levels', `There are no admin units of ${country}, so there will be no admin table.`),
    )
  }
  const ids: ValidatedPlaces['ids'] = { adm0: adm.adm0?.id ?? null }
  // Without an adm0 the worker uses the union of the units as the country: its version must be named too.
  if (levels.includes(1) || mask === adm.adm1) ids.adm1 = adm.adm1?.id
  if (levels.includes(2) || mask === adm.adm2) ids.adm2 = adm.adm2?.id
  if (mask && ![ids.adm0, ids.adm1, ids.adm2].includes(mask.id)) ids[mask.place_type] = mask.id
  return { findings, levels, ids, mask: mask ?? null }
}
