import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AdmUnit } from '#contract/jobs/adm-unit.ts'
import { BRIEF_LANGUAGES, type BriefKind, type BriefLanguage } from '#contract/jobs/briefs.ts'
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

const get = async <T>(url: string) =>
  (await fixture.service.inject({ url, headers: fixture.owner.headers })).json<T>()
const write = async (kind: BriefKind, language: BriefLanguage = 'en') => {
  const { brief, file } = await fixture.write(job, { kind, language })
  expect(brief, brief.reason ?? '').toMatchObject({ status: 'ready', size: file.length, fraction: null })
  return { name: brief.name, file, xml: xmlOf(kind, file) }
}
const TAGS = { document: 'w', slides: 'a' } as const
const EXTENSIONS = { document: 'docx', slides: 'pptx' } as const

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
    expect(read(after(texts.summary.figure))).toBeCloseTo(national.modelled!, 3)
    const [affected, people, lowest, highest] = valuesIn(
      texts.summary.people({ affected: '#', people: '#', interval: '# – #' }),
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
      const [lower, upper] = cell(texts.units.interval).split(' – ').map(read)
      expect(read(cell(texts.units.modelled))).toBeCloseTo(unit.modelled!, 3)
      expect(lower).toBeCloseTo(unit.modelled_lower!, 3)
      expect(upper).toBeCloseTo(unit.modelled_upper!, 3)
      expect(read(cell(texts.units.rank))).toBe(unit.rank)
      expect(read(cell(texts.units.clusters))).toBe(unit.clusters)
      expect(read(cell(texts.units.observed))).toBeCloseTo(unit.observed!, 3)
      expect(read(cell(texts.units.people))).toBe(Number(unit.people!.toPrecision(3)))
      expect(read(cell(texts.units.affected))).toBe(Number(unit.affected!.toPrecision(3)))
    }
  })

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
    const written = [await write('document'), await write('slides')]
    await db
      .update(jobs)
      .set({ data_description: report.data_description, target: report.target })
      .where(eq(jobs.id, job))
    for (const [i, kind] of (['document', 'slides'] as const).entries()) {
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

  it.skipIf(!existsSync('/usr/bin/soffice')).each(['document', 'slides'] as const)(
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
