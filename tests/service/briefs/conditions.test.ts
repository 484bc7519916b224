import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BRIEF_LANGUAGES } from '#contract/jobs/briefs.ts'
import type { BriefRecord } from '#service/domain/briefs/brief-record.ts'
import type { Block } from '#service/domain/briefs/content/block.ts'
import { briefContent } from '#service/domain/briefs/content/brief-content.ts'
import { contextOf } from '#service/domain/briefs/content/brief-context.ts'
import { gatherBrief } from '#service/domain/briefs/gather-brief.ts'
import { en } from '#service/domain/briefs/texts/en.ts'
import { TEXTS } from '#service/domain/briefs/texts/texts-in.ts'
import type { Area } from '#service/geometry/point-in-polygon.ts'
import { type BriefFixture, createBriefFixture } from '../../support/briefs/brief-fixture.ts'

let fixture: BriefFixture
let brief: BriefRecord
let bare: BriefRecord

const areas: Area[] = []

async function gather(job_id: number): Promise<BriefRecord> {
  const brief = { job_id, kind: 'document', language: 'en', level: null } as const
  const { record, geometries } = await gatherBrief(fixture.service.services, brief, { personId: null })
  if (areas.length === 0)
    areas.push(
      ...geometries
        .toString()
        .split('\n')
        .map((line) => JSON.parse(line) as Area),
    )
  return record
}

beforeAll(async () => {
  fixture = await createBriefFixture()
  brief = await gather(await fixture.run())
  const { adm0 } = fixture.layers.layer.place_group_version_ids
  const without = {
    population_band_id: null,
    adm_levels: [],
    place_group_version_ids: { adm0 },
    exceedance_threshold: null,
  }
  bare = await gather(await fixture.run({ layer: without }))
}, 60_000)
afterAll(() => fixture.close())

const textsOf = (block: Block): string[] => {
  switch (block.kind) {
    case 'figure':
      return [block.label, ...block.lines]
    case 'list':
      return block.items
    case 'facts':
      return block.rows.flat()
    case 'table':
      return [block.title, ...block.columns.map(({ title }) => title), ...block.notes]
    case 'picture':
      return [block.alt, ...block.notes]
    default:
      return [block.text]
  }
}
const textOf = (one: BriefRecord) =>
  briefContent(contextOf(one), one.outlines ? areas : [], new Date(0)).sections.flatMap(
    ({ title, blocks }) => [title, ...blocks.flatMap(textsOf)],
  )

type Diagnostics = BriefRecord['record']['diagnostics']
type Change = (diagnostics: Diagnostics) => Partial<Diagnostics>
const withDiagnostics = (
  change: Change,
  report: Partial<BriefRecord['record']['report']> = {},
): BriefRecord => ({
  ...brief,
  record: {
    ...brief.record,
    report: { ...brief.record.report, ...report },
    diagnostics: { ...brief.record.diagnostics, ...change(brief.record.diagnostics) },
  },
})

describe('the texts of a brief', () => {
  it('depend on what the layer has: population, units, threshold', () => {
    const [full, none] = [textOf(brief), textOf(bare)]
    expect(full).toEqual(
      expect.arrayContaining([
        en.method.byPeople,
        en.limits.population,
        en.units.people,
        en.units.title,
        en.map.outlines[1],
      ]),
    )
    expect(none).toEqual(
      expect.arrayContaining([en.method.byArea, en.limits.noPopulation, en.summary.equalCells]),
    )
    for (const text of [
      en.method.byPeople,
      en.limits.population,
      en.units.title,
      en.units.people,
      en.map.outlines[1],
      en.provenance.population,
    ])
      expect(none).not.toContain(text)
    for (const text of [en.method.byArea, en.limits.noPopulation, en.summary.equalCells])
      expect(full).not.toContain(text)
    expect(full.join()).toContain('Probability that it exceeds 40.0%')
    expect(none.join()).not.toContain('Probability')
    expect(none.join()).not.toMatch(/people \(|People affected/)
  })

  it('say what was raked, left out and displaced only where that is so', () => {
    const usual = textOf(brief).join('\n')
    expect(usual).not.toMatch(/rak|stratum effect|displaced the coordinates|Urban/)
    const raked = withDiagnostics(
      ({ national }) => ({ national: { ...national, raked_to: 0.5, unraked: 0.54 } }),
      { rake_to: 0.5 },
    )
    const text = textOf(raked)
    expect(text).toEqual(
      expect.arrayContaining([
        en.summary.rakedFigure,
        en.limits.raked,
        'Raked to a given national prevalence of 50.0%',
      ]),
    )
    expect(text).toContain(en.method.rakedNation({ to: '50.0%', unraked: '54.0%' }))
    const dhs = { layer: { ...brief.record.report.layer, displacement: 'dhs' } }
    expect(textOf(withDiagnostics(() => ({}), dhs))).toContain(en.method.displaced)
  })

  it('show no national figure where towns may count too much', () => {
    const doubtful = withDiagnostics(() => ({ findings: [{ kind: 'urban', message: 'Towns.' }] }))
    const text = textOf(doubtful)
    expect(text).toEqual(expect.arrayContaining([en.summary.withheld, en.warnings.towns({})]))
    expect(text).not.toContain(en.summary.figure)
  })

  it('give the verdict, why it is no finer, and the warnings, the most severe first', () => {
    const other = withDiagnostics(
      ({ cv_block }) => ({
        cv_block: { ...cv_block, r2: -0.1 },
        findings: [{ kind: 'coverage', message: '' }],
        verdict: {
          level: 'nation',
          criteria: [
            { level: 'nation', name: 'precision', value: 1, limit: 1, met: true },
            { level: 'adm1', name: 'separation', value: 0, limit: 1, met: false },
            { level: 'cells', name: 'covariates', value: null, limit: 1, met: false },
          ],
        },
      }),
      { is_overfit: true },
    )
    const text = textOf(other)
    const from = text.indexOf(en.summary.use)
    expect(text.slice(from, from + 7)).toEqual([
      en.summary.use,
      en.summary.verdicts.nation,
      'Not for first-level units: differences are too small for their uncertainty.',
      en.summary.warnings,
      en.warnings.overfit({}),
      en.warnings['no-better']({}),
      en.warnings.coverage({}),
    ])
  })

  it.each(BRIEF_LANGUAGES)('have no missing value (%s)', (language) => {
    for (const one of [brief, bare])
      expect(textOf({ ...one, language }).filter((line) => /undefined|NaN|null|\[object/.test(line))).toEqual(
        [],
      )
  })

  it('are in their own language', () => {
    const english = leavesOf(TEXTS.en)
    for (const language of ['fr', 'pt', 'es'] as const) {
      const leaves = leavesOf(TEXTS[language])
      const same = [...leaves].filter(
        ([path, text]) => english.get(path) === text && text.split(' ').length > 2,
      )
      expect(same.map(([path]) => path).filter((path) => path !== 'units.exceedance')).toEqual([])
    }
  })
})

const anyValue = new Proxy({}, { get: () => '#' })

function leavesOf(texts: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([name, leaf]): [string, string][] => {
      if (typeof leaf === 'string') return [[path + name, leaf]]
      return typeof leaf === 'function'
        ? [[path + name, (leaf as (values: object) => string)(anyValue)]]
        : [...leavesOf(leaf as object, `${path}${name}.`)]
    }),
  )
}
