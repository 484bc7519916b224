import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { capFindings } from '../../../service/tables/cap-findings.ts'
import { validateTable } from '../../../service/domain/configuration/validate-cells.ts'
import { parseConfiguration } from '../../../service/domain/configuration/parse.ts'
import { nearestName } from '#common/nearest-name.ts'
import { changeEntry, zip } from '../../fixtures/configuration/zip.ts'
import { byValues, everyCase } from '../../support/every-case.ts'
import { CONFIGURATION_COLUMNS } from '#contract/submissions/configuration.ts'

const HEADER = 'iso3_code,target,source,source_wave,round,stack_name'
const ROW = 'NGA,water,SIM,2024,1,nga_basic'
const csv = (...lines: string[]) => Buffer.from(lines.join('\n'))
const parse = (text: string | Buffer) => parseConfiguration(Buffer.from(text))
const sheet = async (rows: unknown[][], name = 'Sheet1', cells?: Map<string, { formula: string }>) =>
  Buffer.from(await writeXlsx({ sheets: [{ name, rows: rows as never, cells }] }))

describe('reading a configuration', () => {
  it('reads comma, semicolon and tab, quotes, CRLF and a BOM alike', async () => {
    const plain = await parse(csv(HEADER, ROW))
    expect(plain.rows).toEqual([
      {
        row: 2,
        cells: {
          iso3_code: 'NGA',
          target: 'water',
          source: 'SIM',
          source_wave: '2024',
          round: '1',
          stack_name: 'nga_basic',
        },
      },
    ])
    for (const text of [
      `\uFEFF${HEADER}\r\n${ROW}\r\n`,
      `${HEADER}\n${ROW}`.replaceAll(',', ';'),
      `${HEADER}\n${ROW}`.replaceAll(',', '\t'),
      `${HEADER}\n"NGA","water",SIM,"2024",1,"nga_basic"\n\n\n`,
      HEADER.toUpperCase() + `\n${ROW}`,
    ]) {
      expect((await parse(text)).rows).toEqual(plain.rows)
    }
  })

  it('accepts the example of every column', async () => {
    const table = await parse(
      csv(
        CONFIGURATION_COLUMNS.map(({ name }) => name).join(','),
        CONFIGURATION_COLUMNS.map(({ example }) => `"${example}"`).join(','),
      ),
    )
    const { drafts, findings } = validateTable(table)
    expect(findings).toEqual([])
    expect(drafts).toMatchObject([{ iso3_code: 'NGA', adm_levels: [1, 2], overfit_gap: 0.2, improves: 17 }])
  })

  everyCase(
    'reads what comes after more blank lines than layers are allowed',
    [
      ['blank lines', ''],
      ['lines of separators', ',,,'],
    ],
    async (blank) => {
      const lines = [HEADER, ROW, ...Array.from({ length: 5000 }, () => blank), ROW]
      const { rows } = await parse(lines.join('\n'))
      expect(rows.map(({ row }) => row)).toEqual([2, 5003])
      const trailing = await parse([HEADER, ROW, ...Array.from({ length: 5000 }, () => blank)].join('\n'))
      expect(trailing.rows).toHaveLength(1)
    },
  )
  it('keeps row numbers across empty rows', async () => {
    const { rows } = await parse(csv(HEADER, '', ROW, ',,,,,', ROW))
    expect(rows.map(({ row }) => row)).toEqual([3, 5])
  })

  it('reads a workbook: numbers, dates, and the sheet named layers', async () => {
    const rows = [
      [...HEADER.split(','), 'source_date', 'seed'],
      ['NGA', 'water', 'SIM', 2024, 1, 'nga_basic', new Date('2024-03-01'), 7],
    ]
    const book = Buffer.from(
      await writeXlsx({
        sheets: [
          { name: 'notes', rows: [['nothing here']] },
          { name: 'Layers', rows },
        ],
      }),
    )
    const table = await parseConfiguration(book)
    expect(table.format).toBe('xlsx')
    expect(table.rows[0].cells).toMatchObject({
      source_wave: '2024',
      round: '1',
      source_date: '2024-03-01',
      seed: '7',
    })
  })

  it('finds a formula at its cell, and reports nothing else about it', async () => {
    const cells = new Map([['1,7', { formula: 'SUM(1,2)' }]])
    const book = await sheet(
      [
        [...HEADER.split(','), 'folds', 'seed'],
        [...ROW.split(','), '10'],
      ],
      'x',
      cells,
    )
    const table = await parseConfiguration(book)
    const { drafts, findings } = validateTable(table)
    expect(findings).toEqual([
      {
        severity: 'error',
        row: 2,
        column: 'seed',
        message: 'The cell contains a formula; paste its value instead.',
        help: 'Copy the cells and paste them as values only.',
      },
    ])
    expect(drafts[0].sound).toBe(false)
  })

  it('reads JSON, as a list or under layers; drops __proto__; lists become cells', async () => {
    const layer = Object.fromEntries(HEADER.split(',').map((name, i) => [name, ROW.split(',')[i]]))
    const listed = await parse(JSON.stringify([{ ...layer, adm_levels: [1, 2], seed: 5 }]))
    expect(listed.rows[0].cells).toMatchObject({ iso3_code: 'NGA', adm_levels: '1,2', seed: '5' })
    const text = JSON.stringify({ layers: [layer] }).replace('{"iso3', '{"__proto__":{"x":1},"iso3')
    const nested = await parse(text)
    expect(nested.columns).toEqual(HEADER.split(','))
    expect(nested.rows).toHaveLength(1)
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  everyCase<[content: string | Buffer, sentence: string | RegExp]>(
    'rejects what is no configuration',
    [
      ['nothing', '', 'The configuration is empty; it needs a header row and one row for each layer.'],
      ['blanks', ' \n\n', 'The configuration is empty; it needs a header row and one row for each layer.'],
      ['a header only', HEADER, 'The configuration has a header but no layers; add one row for each layer.'],
      ['an empty list', '[]', 'The configuration is empty; write one object for each layer: [ {…}, {…} ].'],
      [
        'an empty layer',
        '[{}]',
        'The configuration is empty; write one object for each layer: [ {…}, {…} ].',
      ],
      ['JSON cut off', '[{"iso3_code":', 'The configuration is not valid JSON: it is cut off.'],
      [
        'broken JSON',
        '[{"iso3_code": "NGA",\n "round": 1,}]',
        "The configuration is not valid JSON: line 2 has '}' in the wrong place.",
      ],
      ...['1', 'null', '"layers"', '[1]', '[null, [2]]'].map(
        (text) => [`the JSON ${text}`, text, /^The configuration is not a list of layers; write \[/] as const,
      ),
      [
        'a title above the header',
        `Benin\n,,\n${HEADER}\n${ROW}`,
        'The header of the configuration seems to be in row 3; delete the rows above it.',
      ],
      ['JSON of another shape', '{"a":1}', /^The configuration is not a list of layers/],
      [
        'deep JSON',
        '['.repeat(100_000),
        'The configuration is nested deeper than 32 levels; write a list of layers.',
      ],
      [
        'an open quote',
        `${HEADER}\n"NGA,water`,
        /^The configuration is not a readable table near line \d+: a quotation mark/,
      ],
      ['Latin-1', Buffer.from([0x69, 0x73, 0x6f, 0xe9, 0x0a, 0x61]), /^The configuration is not UTF-8 text/],
      [
        '1,001 layers',
        [HEADER, ...Array.from({ length: 1001 }, () => ROW)].join('\n'),
        /^The configuration has more than 1,000 layers; split it/,
      ],
      [
        '100,000 layers',
        [HEADER, ...Array.from({ length: 100_000 }, () => ROW)].join('\n'),
        /^The configuration has more than 1,000 layers; split it/,
      ],
      [
        '500 layers after 1,000 and a blank line',
        [
          HEADER,
          ...Array.from({ length: 1000 }, () => ROW),
          '',
          ...Array.from({ length: 500 }, () => ROW),
        ].join('\n'),
        /^The configuration has more than 1,000 layers; split it/,
      ],
      [
        'a layer below too many blank lines',
        [HEADER, ROW, ...Array.from({ length: 200_000 }, () => ''), ROW].join('\n'),
        /^The configuration has more than 200,000 rows, most of them blank/,
      ],
    ],
    async (content, sentence) => {
      await expect(parse(content)).rejects.toThrow(sentence)
      await expect(parse(content)).rejects.toMatchObject({ kind: 'invalid' })
    },
  )

  it('rejects other types by their content', async () => {
    await expect(parse('%PDF-1.7 …')).rejects.toMatchObject({ kind: 'unsupported-type' })
    await expect(parse(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]))).rejects.toMatchObject({
      kind: 'unsupported-type',
    })
    await expect(parse(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).rejects.toThrow(
      /old \.xls workbook or protected/,
    )
  })

  it('keeps values under unknown headings, and matches columns case-insensitively', async () => {
    const { columns, rows } = await parse(
      csv(`${HEADER},remark,__proto__`.replace('target', 'Target'), `${ROW},by hand,x`, `${ROW},,`),
    )
    expect(columns).toEqual([...HEADER.split(','), 'remark', '__proto__'])
    expect(rows[0].cells.target).toBe('water')
    expect(Object.entries(rows[0].others ?? {})).toEqual([
      ['remark', 'by hand'],
      ['__proto__', 'x'],
    ])
    expect(rows[1].others).toBeUndefined()
    expect(({} as { remark?: string }).remark).toBeUndefined()
  })

  it('says what a text named .xlsx is; a configuration in it is read anyway', async () => {
    const says = "'plan.xlsx' is not an Excel workbook, although its name ends in .xlsx"
    for (const text of ['These are my notes.', 'a,b\n1,2', '[1', 'a\n"unclosed'])
      await expect(parseConfiguration(Buffer.from(text), 'plan.xlsx')).rejects.toMatchObject({
        kind: 'unsupported-type',
        message: `${says}; save it again as .xlsx, or send a .csv.`,
      })
    expect((await parseConfiguration(csv(HEADER, ROW), 'plan.xlsx')).rows).toHaveLength(1)
    await expect(parseConfiguration(csv(HEADER), 'plan.csv')).rejects.toThrow(/a header but no layers/)
  })

  it('finds a header below a title in a workbook', async () => {
    const rows = [['Benin DHS'], [], HEADER.split(',').map((name) => name.toUpperCase()), ROW.split(',')]
    await expect(parse(await sheet(rows))).rejects.toThrow(
      'The header of the configuration seems to be in row 3; delete the rows above it.',
    )
  })

  it('rejects a workbook of 100,000 rows', async () => {
    const rows = [HEADER.split(','), ...Array.from({ length: 100_000 }, (_, i) => [...ROW.split(','), i])]
    await expect(parse(await sheet(rows))).rejects.toThrow(/at most 1,000/)
  })
})

describe('archives', () => {
  it('rejects a bomb, whether it declares its size or not', async () => {
    const zeros = Buffer.alloc(60 * 2 ** 20)
    await expect(parse(zip(zeros))).rejects.toMatchObject({
      kind: 'too-large',
      message: expect.stringMatching(/^The workbook unpacks to more than is allowed \(60 MiB from \d+ KiB\)/),
    })
    await expect(parse(zip(zeros, { size: 1000 }))).rejects.toThrow(/^The workbook is damaged/)
    await expect(parse(zip(zeros, { size: 0 }))).rejects.toThrow(/^The workbook is damaged/)
    await expect(parse(zip(Buffer.alloc(2 * 2 ** 20)))).rejects.toMatchObject({ kind: 'too-large' })
  })

  it('rejects a document type, a truncated archive, and one that is not a workbook', async () => {
    const laughs = '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">]><workbook/>'
    await expect(parse(zip(Buffer.from(laughs)))).rejects.toThrow(
      /^The workbook holds a document type declaration/,
    )
    const book = await sheet([HEADER.split(','), ROW.split(',')])
    await expect(parse(book.subarray(0, book.length - 40))).rejects.toThrow(/^The workbook is damaged/)
    await expect(parse(zip(Buffer.from('hello')))).rejects.toThrow(/^The workbook cannot be read/)
  })

  describe('a workbook with a damaged sheet', () => {
    const damaged = async (change: (xml: string) => string) =>
      parse(changeEntry(await sheet([HEADER.split(','), ROW.split(',')]), 'xl/worksheets/sheet1.xml', change))
    it('is read while nothing is missing', async () => {
      expect((await damaged((xml) => xml)).rows).toHaveLength(1)
      const prefixed = await damaged((xml) =>
        xml.replaceAll(/<(\/?)(?=[a-z])/gi, '<$1x:').replace('xmlns=', 'xmlns:x='),
      )
      expect(prefixed.rows).toHaveLength(1)
      await expect(
        damaged((xml) => xml.replace(/<sheetData>.*<\/sheetData>/, '<sheetData/>')),
      ).rejects.toThrow(/is empty/)
    })
    everyCase<[change: (xml: string) => string, reason: string]>(
      'is rejected with any damage',
      [
        [
          'a text that is not there',
          (xml) => xml.replace(/(r="B2"[^>]*><v>)\d+/, '$199'),
          'the text of cell B2 is missing',
        ],
        ['no end of its rows', (xml) => xml.replace('</sheetData>', ''), 'a sheet is cut off'],
        ['no end', (xml) => xml.replace('</worksheet>', ''), 'a sheet is cut off'],
      ],
      async (change, reason) => {
        await expect(damaged(change)).rejects.toThrow(
          `The workbook is damaged: ${reason}. Save it again as .xlsx and send it once more.`,
        )
      },
    )
  })
})

describe('validating cells', () => {
  const validate = async (extra: Record<string, string>, base = ROW) => {
    const names = Object.keys(extra)
    const quoted = Object.values(extra).map((value) => `"${value.replaceAll('"', '""')}"`)
    return validateTable(await parse(csv([HEADER, ...names].join(','), [base, ...quoted].join(','))))
  }

  it('fills in the defaults', async () => {
    const { drafts, findings } = await validate({})
    expect(findings).toEqual([])
    expect(drafts[0]).toMatchObject({
      sound: true,
      method: 'auto',
      folds: 10,
      block_km: 'auto',
      draws: 500,
      seed: 1,
      overfit_gap: 0.2,
      adm_min_clusters: 10,
      remedies: null,
      displacement: null,
      exceedance_threshold: null,
      urban_share: null,
      rake_to: null,
      rake_to_admin: null,
      adm_levels: null,
      tags: [],
      improves: null,
    })
  })

  everyCase(
    'rejects wrong values',
    byValues<[column: string, extra: object, base: string, message: string | RegExp]>([
      ['iso3_code', { x: '' }, 'N1A,water,SIM,2024,1,s', "'N1A' is not a country code of three letters."],
      ['round', {}, 'NGA,water,SIM,2024,,s', "The cell 'round' is empty."],
      ['folds', { folds: '1' }, ROW, "'1' must be between 2 and 20."],
      ['folds', { folds: '2.5' }, ROW, "'2.5' is not a whole number."],
      ['draws', { draws: '2001' }, ROW, "'2001' must be between 100 and 2000."],
      ['seed', { seed: '-1' }, ROW, "'-1' must be between 0 and 2147483647."],
      ['seed', { seed: '1e400' }, ROW, "'1e400' is not a whole number."],
      ['seed', { seed: 'NaN' }, ROW, "'NaN' is not a number."],
      ['overfit_gap', { overfit_gap: '1.01' }, ROW, "'1.01' must be between 0 and 1."],
      ['adm_min_clusters', { adm_min_clusters: '1' }, ROW, "'1' must be between 2 and 1000."],
      [
        'exceedance_threshold',
        { exceedance_threshold: '20' },
        ROW,
        "'20' must be between 0.0001 and 0.9999.",
      ],
      ['urban_share', { urban_share: '1' }, ROW, "'1' must be between 0.0001 and 0.9999."],
      ['remedies', { remedies: 'swop' }, ROW, "'swop' is not a remedy."],
      ['displacement', { displacement: '5 km' }, ROW, "'5 km' is not a displacement of coordinates."],
      ['rake_to', { rake_to: '35' }, ROW, "'35' must be between 0.0001 and 0.9999."],
      ['rake_to_admin', { rake_to_admin: ' ; ' }, ROW, 'The cell names no unit.'],
      ['rake_to_admin', { rake_to_admin: 'Kano' }, ROW, "'Kano' is not a unit with its prevalence."],
      ['rake_to_admin', { rake_to_admin: '=0.3' }, ROW, "'=0.3' is not a unit with its prevalence."],
      [
        'rake_to_admin',
        { rake_to_admin: 'Kano=0.3; Lagos=30' },
        ROW,
        "'Lagos=30': '30' must be between 0.0001 and 0.9999.",
      ],
      ['rake_to_admin', { rake_to_admin: 'Kano=0.3; kano=0.4' }, ROW, "The unit 'kano' appears twice."],
      [
        'rake_to_admin',
        { rake_to_admin: Array.from({ length: 501 }, (_, i) => `U${i}=0.3`).join(';') },
        ROW,
        'The cell names 501 units; at most 500 are allowed.',
      ],
      [
        'rake_to_admin',
        { rake_to_admin: `${'x'.repeat(9995)}=0.31` },
        ROW,
        'The cell is longer than 10000 characters, so figures may be missing.',
      ],
      ['block_km', { block_km: '0' }, ROW, "'0' must be between 1 and 2000."],
      ['method', { method: 'stack' }, ROW, "'stack' is not a method."],
      ['method', { method: 'magic' }, ROW, "'magic' is not a method."],
      ['source_date', { source_date: '2023-02-29' }, ROW, "'2023-02-29' is not a date."],
      ['source_date', { source_date: '1/2/2020' }, ROW, "'1/2/2020' is not a date."],
      ['adm_levels', { adm_levels: '3' }, ROW, "'3' is not a list of admin levels."],
      ['improves', { improves: 'job 7' }, ROW, "'job 7' is not a number."],
      [
        'tags',
        { tags: 'x'.repeat(51) },
        ROW,
        /^The tag 'x+' cannot be used\. The text has 51 characters; at most 50/,
      ],
      [
        'target',
        {},
        `NGA,${'t'.repeat(101)},SIM,2024,1,s`,
        'The text has 101 characters; at most 100 are allowed.',
      ],
      [
        'target',
        {},
        `NGA,${'t'.repeat(100_001)},SIM,2024,1,s`,
        'The text has 10,000 or more characters; at most 100 are allowed.',
      ],
      ['target', {}, 'NGA,wa\u0001ter,SIM,2024,1,s', /^The cell contains a character that cannot be stored/],
    ]),
    async (column, extra, base, message) => {
      const { findings, drafts } = await validate(extra as Record<string, string>, base)
      const found = findings.filter((finding) => finding.column === column)
      expect(found).toHaveLength(1)
      expect(found[0]).toMatchObject({ severity: 'error', row: 2 })
      expect(found[0].message).toMatch(message)
      expect(drafts[0].sound).toBe(false)
      const most = /must be between .+ and (.+)\.$/.exec(found[0].message)?.[1]
      if (most) expect(found[0].help ?? '', 'the range is in the message').not.toContain(most)
    },
  )

  everyCase(
    'says how a share is written',
    byValues<[column: string, cell: string, help: string | undefined]>([
      ['exceedance_threshold', '30', 'Write 0.3 for 30 %.'],
      ['rake_to', '12.5', 'Write 0.125 for 12.5 %.'],
      ['overfit_gap', '1.01', undefined],
      ['folds', '30', undefined],
    ]),
    async (column, cell, help) => {
      const { findings } = await validate({ [column]: cell })
      expect(findings.find((finding) => finding.column === column)?.help).toBe(help)
    },
  )

  everyCase(
    'offers the nearest value as a fix',
    byValues<[column: string, cell: string, fix: string | undefined]>([
      ['method', 'gpp', 'gp'],
      ['method', 'autom', 'auto'],
      ['method', 'gma', 'gam'],
      ['method', 'magic', undefined],
      ['urban_share', 'sampel', 'sample'],
      ['urban_share', '0,35', '0.35'],
      ['urban_share', 'census', undefined],
    ]),
    async (column, cell, fix) => {
      const { findings } = await validate({ [column]: cell })
      expect(findings.find((finding) => finding.column === column)?.fix).toBe(fix)
    },
  )

  everyCase(
    'offers the nearest country as a fix',
    byValues<[cell: string, fix: string | undefined]>([
      ['Nigeria', 'NGA'],
      ['ng', 'NGA'],
      ['Nigria', 'NGA'],
      ["Cote d'Ivoir", 'CIV'],
      ['Burkina Fasso', 'BFA'],
      // Iran and Iraq are as near.
      ['Irax', undefined],
      ['Atlantis', undefined],
    ]),
    async (cell, fix) => {
      const { findings } = await validate({}, `${cell},water,SIM,2024,1,s`)
      expect(findings[0]).toMatchObject({ column: 'iso3_code' })
      expect(findings[0].fix).toBe(fix)
    },
  )

  it('accepts what a person means', async () => {
    const { drafts, findings } = await validate({
      adm_levels: '1.2',
      block_km: 'AUTO',
      tags: ' a, A ,b,, ',
      method: 'GP',
      overfit_gap: '.3',
      exceedance_threshold: '2e-1',
      urban_share: '0.42',
      rake_to: '0.35',
      rake_to_admin: 'Kano = 0.41;;Akwa-Ibom=.22; ',
    })
    expect(findings).toEqual([])
    expect(drafts[0]).toMatchObject({
      adm_levels: [1, 2],
      block_km: 'auto',
      tags: ['a', 'b'],
      method: 'gp',
      overfit_gap: 0.3,
      exceedance_threshold: 0.2,
      urban_share: 0.42,
      rake_to: 0.35,
      rake_to_admin: [
        { unit: 'Kano', prevalence: 0.41 },
        { unit: 'Akwa-Ibom', prevalence: 0.22 },
      ],
    })
  })

  it("accepts 'sample' for the urban share", async () => {
    const { drafts, findings } = await validate({ urban_share: 'Sample' })
    expect(findings).toEqual([])
    expect(drafts[0].urban_share).toBe('sample')
    const help = (await validate({ urban_share: 'census' })).findings[0].help
    expect(help).toBe(
      "Write a number between 0.0001 and 0.9999. Write 'sample' if towns were not oversampled.",
    )
  })

  it('reports missing, unknown and repeated columns', async () => {
    const { findings } = validateTable(
      await parse(csv('iso3_code,target,source,source_wave,round,stackname,seed,seed', `${ROW},1,2`)),
    )
    expect(findings).toMatchObject([
      {
        row: 1,
        column: 'stackname',
        message: "The column 'stackname' is not known. Did you mean 'stack_name'?",
        help: "Rename it to 'stack_name', or remove it.",
        fix: 'stack_name',
      },
      { row: 1, column: 'seed', message: "The column 'seed' appears twice." },
      { row: 1, column: 'stack_name', message: "The column 'stack_name' is missing." },
    ])
  })

  everyCase(
    'rejects a key that appears twice in one layer',
    [
      ['plain', '[{"seed": 1, "seed": 2}]'],
      ['one with \\u escapes', '[{"seed": 1, "\\u0073eed": 2}]'],
      ['both with other escapes', '[{"\\u0073\\u0065ed": 1, "s\\u0065\\u0065d": 2}]'],
    ],
    async (text) => {
      await expect(parseConfiguration(Buffer.from(text), 'a.json')).rejects.toThrow(
        /names 'seed' twice in one layer/,
      )
    },
  )

  it('rejects the same layer twice, whatever its description', async () => {
    const { findings } = validateTable(
      await parse(csv(`${HEADER},seed,tags`, `${ROW},1,a`, `${ROW},2,a`, `${ROW},,b`)),
    )
    expect(findings).toMatchObject([
      { row: 4, column: null, message: 'The layer is the same as the one in row 2.' },
    ])
  })
})

describe('findings', () => {
  it('are reported in a fixed order, at most 200 of them', () => {
    const finding = (row: number, severity: 'error' | 'warning') => ({
      severity,
      row,
      column: 'seed',
      message: 'x',
    })
    const many = [
      ...Array.from({ length: 300 }, (_, i) => finding(301 - i, 'error')),
      ...Array.from({ length: 5 }, (_, i) => finding(i + 2, 'warning')),
    ]
    const capped = capFindings(many)
    expect(capped).toHaveLength(200)
    expect(capped.slice(0, 199).every(({ severity }) => severity === 'error')).toBe(true)
    expect(capped.map(({ row }) => row).slice(0, 3)).toEqual([2, 3, 4])
    expect(capped[199]).toMatchObject({ row: null, message: 'And 101 errors and 5 warnings more.' })
  })

  it('suggest the nearest name, or none', () => {
    const known = CONFIGURATION_COLUMNS.map(({ name }) => name)
    expect(nearestName('Stack-Name', known)).toBe('stack_name')
    expect(nearestName('longtitude', known)).toBe('longitude')
    expect(nearestName('iso3', known)).toBeNull()
    expect(nearestName('weather', ['seed'])).toBeNull()
  })
})
