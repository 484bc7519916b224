import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer } from '#contract/endpoint.ts'
import type { getJobClusters } from '#contract/jobs/job-outputs.ts'
import type { AdmUnit } from '#contract/jobs/adm-unit.ts'
import { BRIEF_KINDS, BRIEF_LANGUAGES, type BriefKind, type BriefLanguage } from '#contract/jobs/briefs.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { eq } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs, submissions } from '#service/db/schema.ts'
import { TEXTS } from '#service/domain/briefs/texts/texts-in.ts'
import type { StoredDiagnostics } from '#service/domain/jobs/methods/methods-record.ts'
import { type BriefFixture, createBriefFixture } from '../../support/briefs/brief-fixture.ts'
import { alternativesOf, paragraphsOf, tablesOf, unzip } from '../../support/briefs/read-office.ts'
import { numberIn } from '../../support/briefs/number-in.ts'

let fixture: BriefFixture
let job: number
let report: JobReport
let units: AdmUnit[]
let clusters: Answer<typeof getJobClusters>['features']

const get = async <T>(url: string) =>
  (await fixture.service.inject({ url, headers: fixture.owner.headers })).json<T>()
const write = async (kind: BriefKind, language: BriefLanguage = 'en') => {
  const body = { kind, language, ...(kind === 'unit-sheets' && { level: 1 }) }
  const { brief, file } = await fixture.write(job, body)
  expect(brief, brief.reason ?? '').toMatchObject({ status: 'ready', size: file.length, fraction: null })
  return { name: brief.name, file, xml: xmlOf(kind, file) }
}
const TAGS = { document: 'w', slides: 'a', 'unit-sheets': 'w' } as const
const EXTENSIONS = { document: 'docx', slides: 'pptx', 'unit-sheets': 'docx' } as const

/** The document, or all slides in order. */
function xmlOf(kind: BriefKind, file: Buffer): string {
  const entries = unzip(file)
  if (kind !== 'slides') return entries.get('word/document.xml')!.toString()
  const slides = Array.from(
    { length: 200 },
    (_, i) => entries.get(`ppt/slides/slide${i + 1}.xml`)?.toString() ?? '',
  )
  return slides.join('')
}

const cases = (['document', 'slides'] as const).flatMap((kind) =>
  BRIEF_LANGUAGES.map((language) => [kind, language] as const),
)

beforeAll(async () => {
  fixture = await createBriefFixture()
  job = await fixture.run()
  const { db } = fixture.service.services
  const [{ job_key }] = await db.select({ job_key: jobs.job_key }).from(jobs).where(eq(jobs.id, job))
  report = await get(`/modeling/v1/jobs/by-key/${job_key}`)
  units = (await get<{ content: AdmUnit[] }>(`/modeling/v1/jobs/layer-tracker/${job}/adm-data`)).content
  clusters = (await get<Answer<typeof getJobClusters>>(`/modeling/v1/jobs/${job}/clusters`)).features
}, 60_000)
afterAll(() => fixture.close())

describe('a brief about a job', () => {
  it.each(cases)('has the figures of the report and its units (%s, %s)', async (kind, language) => {
    const { name, xml } = await write(kind, language)
    expect(name).toBe(`${report.job_key}-${kind}-${language}.${EXTENSIONS[kind]}`)
    const texts = TEXTS[language]
    const paragraphs = paragraphsOf(xml, TAGS[kind])
    const { national } = report.diagnostics as StoredDiagnostics
    const read = (text: string) => numberIn(texts.locale, text)
    const after = (label: string) => paragraphs[paragraphs.indexOf(label) + 1]
    expectRounded(read(after(texts.summary.figure)), national.modelled!)
    const [affected, people, lowest, highest] = valuesIn(
      texts.summary.people({ affected: '#', people: '#', interval: '#\u00a0–\u00a0#' }),
      paragraphs,
    ).map(read)
    expect(affected).toBe(Number(national.affected!.toPrecision(3)))
    expect(people).toBe(Number(national.people!.toPrecision(3)))
    expect(lowest).toBe(Number(national.affected_lower!.toPrecision(3)))
    expect(highest).toBe(Number(national.affected_upper!.toPrecision(3)))
    expect(paragraphs).toContain(texts.summary.verdicts[report.verdict!])
    const table = tablesOf(xml, TAGS[kind]).find(([head]) => head[1] === texts.units.name)!
    expect(table).toHaveLength(1 + units.length)
    for (const unit of units) {
      const row = table.find((cells) => cells[1] === unit.name)!
      const cell = (title: string) => row[table[0].indexOf(title)]
      const [lower, upper] = cell(texts.units.interval).split(/\s–\s/).map(read)
      expectRounded(read(cell(texts.units.modelled)), unit.modelled!)
      expectRounded(lower, unit.modelled_lower!)
      expectRounded(upper, unit.modelled_upper!)
      expect(read(cell(texts.units.rank))).toBe(unit.rank)
      expect(read(cell(texts.units.clusters))).toBe(unit.clusters)
      expectRounded(read(cell(texts.units.observed)), unit.observed!)
      expect(read(cell(texts.units.people))).toBe(Number(unit.people!.toPrecision(3)))
      expect(read(cell(texts.units.affected))).toBe(Number(unit.affected!.toPrecision(3)))
    }
  })

  it.each(BRIEF_LANGUAGES)(
    'is a page per unit with its figures, its place and its clusters (%s)',
    async (language) => {
      const { file, xml } = await write('unit-sheets', language)
      const texts = TEXTS[language]
      const read = (text: string) => numberIn(texts.locale, text)
      const [, ...pages] = xml.split('<w:pageBreakBefore/>')
      expect(pages).toHaveLength(units.length)
      expect([...unzip(file).keys()].filter((path) => path.endsWith('.png'))).toHaveLength(units.length)
      for (const unit of units) {
        const page = pages.map((one) => `<w:p>${one}`).find((one) => paragraphsOf(one, 'w')[0] === unit.name)!
        const paragraphs = paragraphsOf(page, 'w')
        const values = (form: string) => valuesIn(form, paragraphs).map(read)
        expectRounded(read(paragraphs[paragraphs.indexOf(texts.units.modelled) + 1]), unit.modelled!)
        const [lower, upper] = values(texts.summary.interval({ interval: '#\u00a0–\u00a0#' }))
        expectRounded(lower, unit.modelled_lower!)
        expectRounded(upper, unit.modelled_upper!)
        const rank = [unit.rank, units.length, unit.rank_lower, unit.rank_upper]
        expect(values(texts.sheets.rank({ rank: '#', of: '#', interval: '#\u00a0–\u00a0#' }))).toEqual(rank)
        const people = [unit.affected, unit.people, unit.affected_lower, unit.affected_upper]
        const rounded = people.map((one) => Number(one!.toPrecision(3)))
        expect(
          values(texts.summary.people({ affected: '#', people: '#', interval: '#\u00a0–\u00a0#' })),
        ).toEqual(rounded)
        expect(alternativesOf(page)).toEqual([texts.sheets.alt({ unit: unit.name, country: 'Testland' })])
        expectClusters(page, unit, language)
      }
    },
  )

  it.each(['document', 'slides'] as const)(
    'describes its map in words, and names inputs with their checksums, the settings and the engine (%s)',
    async (kind) => {
      const { xml } = await write(kind)
      const [alternative] = alternativesOf(xml)
      expect(alternative).toMatch(
        /^Map of Testland: mean prevalence of Water, in colours from [\d.]+% to [\d.]+%\. Highest in East/,
      )
      const facts = new Map(
        tablesOf(xml, TAGS[kind])
          .flat()
          .map(([label, value]) => [label, value]),
      )
      expect(facts.get('Job')).toBe(report.job_key)
      expect(facts.get('File of the survey')).toMatch(/^points\.csv \(SHA-256 [0-9a-f]{64}\)$/)
      expect(facts.get('Engine')).toMatch(/^strata \d/)
      expect(facts.get('exceedance_threshold')).toBe('0.4')
      expect(facts.get('Date of the survey')).toBe('1 March 2024')
    },
  )

  it('can be opened whatever people typed', async () => {
    const { db } = fixture.service.services
    const [{ submission_id }] = await db.select().from(jobs).where(eq(jobs.id, job))
    const hostile = `</w:t><x a="1">&amp;\u0007\u000b\ud800 ${'long '.repeat(2000)}`
    await db
      .update(jobs)
      .set({ data_description: hostile.replaceAll('\ud800', ''), target: ']]><b>&' })
      .where(eq(jobs.id, job))
    await db
      .update(submissions)
      .set({ title: hostile.replaceAll('\ud800', '') })
      .where(eq(submissions.id, submission_id))
    const written = [await write('document'), await write('slides'), await write('unit-sheets')]
    await db
      .update(jobs)
      .set({ data_description: report.data_description, target: report.target })
      .where(eq(jobs.id, job))
    for (const [i, kind] of BRIEF_KINDS.entries()) {
      const { xml, file } = written[i]
      // oxlint-disable-next-line no-control-regex
      expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
      const paragraphs = paragraphsOf(xml, TAGS[kind])
      expect(paragraphs).toContain(']]><b>& in Testland')
      expect(Math.max(...paragraphs.map(({ length }) => length))).toBeLessThan(1000)
      for (const [path, bytes] of unzip(file))
        if (/\.(xml|rels)$/.test(path)) expectWellFormed(bytes.toString(), path)
    }
  })

  it.skipIf(!existsSync('/usr/bin/soffice')).each(BRIEF_KINDS)(
    'opens in LibreOffice (%s)',
    async (kind) => {
      const folder = mkdtempSync(join(tmpdir(), 'brief-'))
      const path = join(folder, `brief.${EXTENSIONS[kind]}`)
      writeFileSync(path, (await write(kind, 'fr')).file)
      const profile = `-env:UserInstallation=file://${folder}/profile`
      const options = [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, path]
      execFileSync('soffice', options, { stdio: 'ignore' })
      const pdf = readFileSync(join(folder, 'brief.pdf'), 'latin1')
      expect(pdf.match(/\/Type\s*\/Page\b/g)!.length).toBeGreaterThan(2)
      rmSync(folder, { recursive: true })
    },
    60_000,
  )
})

/** As many as the unit has, up to 20, with the figures that the API gives. */
function expectClusters(page: string, unit: AdmUnit, language: BriefLanguage): void {
  const { locale, sheets } = TEXTS[language]
  const [head, ...rows] = tablesOf(page.slice(page.lastIndexOf('<w:tbl>')), 'w')[0]
  expect(head).toEqual([sheets.cluster, sheets.examined, sheets.cases, sheets.observed, sheets.fitted])
  expect(rows).toHaveLength(Math.min(20, unit.clusters))
  const more = sheets.more({ shown: '20', all: String(unit.clusters) })
  expect(paragraphsOf(page, 'w').includes(more)).toBe(unit.clusters > 20)
  for (const [cluster, ...figures] of rows) {
    const { properties } = clusters.find((one) => one.properties.cluster === cluster)!
    const [examined, cases, observed, fitted] = figures.map((text) => numberIn(locale, text))
    expect([examined, cases]).toEqual([properties.denominator, properties.numerator])
    expectRounded(observed, properties.observed)
    expectRounded(fitted, properties.fitted!)
  }
}

/** To one decimal of a percentage. */
const expectRounded = (share: number, exact: number) =>
  expect(Math.abs(share - exact), `${share} for ${exact}`).toBeLessThan(0.00051)

/** What stands for `#` in the paragraph of this form. */
function valuesIn(form: string, paragraphs: readonly string[]): string[] {
  const pattern = new RegExp(
    `^${form
      .split('#')
      .map((part) => part.replaceAll(/[()?.+]/g, String.raw`\$&`))
      .join('(.+)')}$`,
  )
  return paragraphs.flatMap((one) => pattern.exec(one)?.slice(1) ?? [])
}

/** Tags are closed in the order in which they were opened, and there is no stray `<` or `&`. */
function expectWellFormed(xml: string, path: string): void {
  const open: string[] = []
  for (const [, closing, name, selfClosing] of xml.matchAll(/<(\/?)([\w:]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (closing) expect(open.pop(), path).toBe(name)
    else if (!selfClosing) open.push(name)
  }
  expect(open, path).toEqual([])
  expect(xml.replaceAll(/<[^<>]*>/g, ''), path).not.toMatch(/[<]|&(?!(amp|lt|gt|quot|apos|#\d+);)/)
}
