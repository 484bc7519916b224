import { describe, expect, it } from 'vitest'
import type { PlaceRemedy } from '#contract/surveys/place-remedies.ts'
import type { Remedy } from '#contract/surveys/remedies.ts'
import type { PointsColumns } from '#service/db/schema.ts'
import { answerQuestion, parseArea } from '#service/domain/place-groups/outline-questions.ts'
import type { CountryOutlines } from '#service/domain/place-groups/country-outlines.ts'
import { unpackPoints } from '#service/domain/surveys/points/points-table.ts'
import { parsePoints } from '#service/domain/surveys/points/read-points.ts'
import { resolveColumns } from '#service/domain/surveys/points/resolve-columns.ts'
import { validatePoints } from '#service/domain/surveys/points/validate-points.ts'
import { districts, points } from '../../fixtures/configuration/country-folder.ts'

/** A country of these outlines. */
function countryOf(name: string, geometries: readonly object[]) {
  const area = parseArea(geometries.map((geometry) => JSON.stringify(geometry)))
  const outlines = {
    farOff: async (spots, withinKm, exact) =>
      (await answerQuestion(area, { about: 'far-off', spots, withinKm, exact })) as Map<number, number>,
  } as CountryOutlines
  return { name, outlines }
}
const country = countryOf(
  'Testland',
  districts.features.map(({ geometry }) => geometry),
)

async function validate(
  text: string,
  given: Partial<PointsColumns> = {},
  remedies: Remedy[] = [],
  of: typeof country | null = country,
) {
  const table = unpackPoints(await parsePoints(Buffer.from(text), 'points.csv'))
  const { columns, errors } = resolveColumns(table, given, null, 'points.csv')
  if (errors.length > 0)
    return { errors, warnings: [], errorCount: errors.length, points: null, remedies: [] }
  return validatePoints(
    table,
    columns,
    of,
    remedies.map((remedy) => ({ remedy })),
  )
}
type Validated = Awaited<ReturnType<typeof validate>>
const said = ({ errors }: Pick<Validated, 'errors'>) =>
  errors.map((error) => `${'row' in error ? error.row : 1} ${error.column}: ${error.message}`)

/** Numerator and denominator of each of 100 clusters. */
const counts = (of: (i: number) => [number | string, number | string]) =>
  points(100, (row, i) => {
    const [numerator, denominator] = of(i)
    row[3] = String(numerator)
    row[4] = String(denominator)
  })

describe('numerators', () => {
  it('that are shares are one error, which says what to do', async () => {
    const { errors, errorCount } = await validate(counts((i) => [((i % 7) / 16).toFixed(4), 16]))
    expect(errorCount).toBe(1)
    expect(errors).toEqual([
      {
        row: null,
        column: 'numerator',
        message: 'the numerators look like shares: none is above 1, and some are not whole.',
        help: 'Multiply each by its denominator: the model needs counts.',
        remedy: 'multiply-shares',
      },
    ])
    const { errors: none, points: read } = await validate(
      counts((i) => [((i % 7) / 16).toFixed(4), 16]),
      {},
      ['multiply-shares'],
    )
    expect([none, read!.numerator[6]]).toEqual([[], 0])
    expect(read!.numerator[4]).toBe(5)
  })
  it.each<[string, (i: number) => [number, number]]>([
    ['none affected', () => [0, 12]],
    ['at most one affected', (i) => [i % 2, 12]],
    ['weighted counts', (i) => [(i % 5) * 0.7, 12.4]],
    ['weighted counts of a rare outcome', (i) => [i % 20 === 0 ? 0.8 : 0, 12.4]],
    ['shares of one person each', (i) => [(i % 5) / 4, 1]],
  ])('may be counts: %s', async (_what, of) => {
    expect(said(await validate(counts(of)))).toEqual([])
  })
  it('that are percentages are one error', async () => {
    const { errors } = await validate(counts((i) => [((i % 9) * 100) / 16, 16]))
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({
      message: expect.stringMatching(
        /^the numerators look like percentages: none is above 100, and \d\d are/,
      ),
      help: 'Multiply each by its denominator and divide by 100: the model needs counts.',
      remedy: 'multiply-percentages',
    })
    const text = counts((i) => [((i % 9) * 100) / 16, 16])
    expect((await validate(text, {}, ['multiply-percentages'])).points!.numerator[4]).toBe(5)
  })
  it('that are denominators are one error', async () => {
    const { errors } = await validate(counts((i) => [20 + (i % 3), i % 9]))
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({
      message: 'all 100 rows fit if numerator and denominator are swapped.',
      help: "Swap the columns: 'denominator' for the numerator and 'numerator' for the denominator.",
      remedy: 'swap-counts',
    })
    const text = counts((i) => [20 + (i % 3), 1 + (i % 9)])
    const { points: read } = await validate(text, {}, ['swap-counts'])
    expect([read!.numerator[0], read!.denominator[0]]).toEqual([2, 21])
  })
  it('above the denominator in a fifth of the rows are one error if they are percentages, else errors of these rows', async () => {
    const percentages = await validate(counts((i) => [i % 5 === 0 ? 62.5 : 6.25, 16]))
    expect(percentages.errorCount).toBe(1)
    expect(percentages.errors[0]?.message).toBe(
      'the numerators look like percentages: none is above 100, and 20 are above the denominator.',
    )
    const slips = await validate(counts((i) => [i % 5 === 0 ? 13 : 4, 12]))
    expect(slips.errorCount).toBe(20)
    expect(said(slips)[0]).toBe('6 numerator: the numerator 13 is above the denominator 12.')
  })
  it('above the denominator in few rows are errors of these rows', async () => {
    expect(said(await validate(counts((i) => [i < 3 ? 13 : i % 5, 12])))).toEqual([
      '2 numerator: the numerator 13 is above the denominator 12.',
      '3 numerator: the numerator 13 is above the denominator 12.',
    ])
  })
})

describe('sums of weights', () => {
  it('may exceed the denominator, or fall below 0, by rounding', async () => {
    const { errors, points: read } = await validate(
      counts((i) => {
        if (i === 1) return ['31.930115400760126', '31.930115400760123']
        if (i === 2) return ['12.000000012', 12]
        if (i === 3) return ['-0.00000001', 12]
        return [(i % 5) + 0.5, 12]
      }),
    )
    expect(errors).toEqual([])
    expect([...read!.numerator.subarray(0, 4)]).toEqual([31.930115400760123, 12, 0, 4.5])
  })
  it('are errors beyond a billionth of the denominator', async () => {
    const text = counts((i) => {
      if (i === 1) return ['12.000000013', 12]
      if (i === 2) return ['-0.000000013', 12]
      return [i % 5, 12]
    })
    expect(said(await validate(text))).toEqual([
      '2 numerator: the numerator 12.000000013 is above the denominator 12.',
      '3 numerator: the numerator -1.3e-8 is below 0.',
    ])
  })
  it('do not look like percentages or swapped columns if only rounding exceeds', async () => {
    const text = counts(() => ['31.930115400760126', '31.930115400760123'])
    expect(said(await validate(text))).toEqual([])
  })
})

describe('what is probably not meant is a warning:', () => {
  const warned = async (text: string) => {
    const { errors, warnings } = await validate(text)
    expect(errors).toEqual([])
    return warnings
  }
  const weights = (of: (i: number) => number | string) =>
    points(60, (row, i) => {
      row[5] = String(of(i))
    })
  it('weights on two scales', async () => {
    expect(await warned(weights((i) => (i % 2 ? (50 + i) / 100 : (50 + i) * 1e4)))).toEqual([
      {
        row: null,
        column: 'weight',
        message:
          "the weights are on two scales: 30 are at most '1.09', and 30 at least '520000': rows 3, 5, 7, 9, 11, …",
        help: 'Use one scale for all; DHS files hold weights times 1,000,000.',
      },
    ])
  })
  it('weights that span a million', async () => {
    expect(await warned(weights((i) => 2 ** (i / 2.9)))).toEqual([
      {
        row: null,
        column: 'weight',
        message: expect.stringMatching(
          /^the weights are from '1\.2\d+' to '169\d+\.\d+': .*1,000,000 times the smallest\.$/,
        ),
        help: 'Check them: few clusters would count for nearly everything.',
      },
    ])
  })
  it.each<[string, (i: number) => number]>([
    ['of one scale', (i) => 0.01 + i],
    ['times 1,000,000', (i) => 642_300 + i],
    ['that are all the same', () => 1],
    ['that span a little less than a million', (i) => 2 ** (i / 3)],
  ])('but not weights %s', async (_what, of) => {
    expect(await warned(weights(of))).toEqual([])
  })
  it.each([9999, 99, 998, 999_997])('the code %d in both counts', async (code) => {
    const warnings = await warned(counts((i) => (i < 4 ? [code, code] : [i % 5, 12 + (i % 9)])))
    expect(warnings.filter(({ column }) => column === 'denominator')).toEqual([
      {
        row: null,
        column: 'denominator',
        message: `the denominator of 3 clusters is '${code}', which often marks a missing value: rows 2, 3, 4.`,
        help: `Remove the rows if it does: each would count as ${code} people.`,
      },
    ])
  })
  it('a code in the denominator alone, if it is far above the others', async () => {
    const [warning] = await warned(counts((i) => (i === 7 ? [3, 99] : [i % 5, 12 + (i % 9)])))
    expect(warning?.message).toBe(
      "the denominator of 1 cluster is '99', which often marks a missing value: row 8.",
    )
  })
  it.each<[string, (i: number) => [number, number]]>([
    ['99 of about a hundred people', (i) => [i % 50, 90 + (i % 20)]],
    ['all of 99 in two clusters of about a hundred', (i) => [i < 3 ? 99 : i % 50, i < 3 ? 99 : 100]],
    ['a large cluster', (i) => [i % 5, i === 4 ? 9990 : 12]],
  ])('but not %s', async (_what, of) => {
    const warnings = await warned(counts(of))
    expect(warnings.filter(({ column }) => column === 'denominator')).toEqual([])
  })
  const strata = (of: (i: number) => string) =>
    points(60)
      .trim()
      .split('\n')
      .map((line, i) => `${line},${i === 0 ? 'stratum' : of(i)}`)
      .join('\n')
  it("a stratum that is 'NA' or '.', which are empty", async () => {
    const text = strata((i) => (i < 7 ? 'NA' : i === 9 ? '.' : 'north'))
    expect(await warned(text)).toEqual([
      {
        row: null,
        column: 'stratum',
        message: "the stratum of 6 clusters is 'NA', which counts as empty: rows 2, 3, 4, 5, 6, …",
        help: "Fill it in; give the stratum another name if it is called 'NA'.",
      },
      {
        row: null,
        column: 'stratum',
        message: "the stratum of 1 cluster is '.', which counts as empty: row 10.",
        help: "Fill it in; give the stratum another name if it is called '.'.",
      },
    ])
    expect((await validate(text)).points!.stratum!.slice(5, 10)).toEqual([
      null,
      'north',
      'north',
      null,
      'north',
    ])
  })
  it('but not an empty stratum, or one that only begins so', async () => {
    expect(await warned(strata((i) => (i < 7 ? '' : 'Nairobi')))).toEqual([])
  })
})

describe('missing values', () => {
  it.each(['NA', '.', '#N/A', 'NaN', '<NA>', 'NULL', 'n/a'])('are empty cells: %s', async (text) => {
    const file = points(60, (row, i) => {
      if (i === 1) row[0] = text
      if (i === 2) row[3] = text
    })
    expect(said(await validate(file))).toEqual([
      '2 cluster: the cluster id is empty.',
      `3 numerator: the numerator '${text}' is a missing value.`,
    ])
  })
})

describe('places', () => {
  /** The longitude and latitude of each of 100 clusters, changed. */
  const moved = (of: (x: number, y: number, i: number) => [number, number]) =>
    points(100, (row, i) => {
      ;[row[1], row[2]] = of(Number(row[1]), Number(row[2]), i).map(String)
    })
  const help = (remedy: PlaceRemedy) =>
    `Correct the file, or give the remedy '${remedy}': the file is then kept as it is, and read so.`

  it.each<[PlaceRemedy, string, (x: number, y: number) => [number, number]]>([
    ['swap', 'longitude and latitude are swapped', (x, y) => [y, x]],
    ['negate-longitude', 'the sign of the longitude is changed', (x, y) => [-x, y]],
    ['negate-latitude', 'the sign of the latitude is changed', (x, y) => [x, -y]],
    ['negate-both', 'the signs of longitude and latitude are changed', (x, y) => [-x, -y]],
    [
      'wrap-longitude',
      'longitudes are counted from −180 to 180, by adding or subtracting 360',
      (x, y) => [x + 360, y],
    ],
    [
      'wrap-longitude',
      'longitudes are counted from −180 to 180, by adding or subtracting 360',
      (x, y) => [x - 360, y],
    ],
  ])('that need %s are one error, and valid with it', async (remedy, done, of) => {
    const { errors, errorCount } = await validate(moved(of))
    expect([errors, errorCount]).toEqual([
      [
        {
          row: null,
          column: 'longitude',
          message: `all 100 clusters fit Testland if ${done}.`,
          help: help(remedy),
          remedy,
        },
      ],
      1,
    ])
    const corrected = await validate(moved(of), {}, [remedy])
    expect(corrected.errors).toEqual([])
    expect(corrected).toMatchObject({ errors: [], remedies: [{ remedy, rows: [] }] })
    const { points: meant } = await validate(points(100))
    for (const key of ['longitude', 'latitude'] as const)
      corrected.points![key].forEach((value, i) => expect(value).toBeCloseTo(meant![key][i]!, 9))
  })
  it('that are swapped, but for a few, are one error and those at 0, 0', async () => {
    const text = moved((x, y, i) => (i === 5 ? [0, 0] : i === 7 ? [50, 7] : [y, x]))
    expect(said(await validate(text))).toEqual([
      'null longitude: 98 of 99 clusters fit Testland if longitude and latitude are swapped.',
      '6 longitude: the point is 0, 0, which marks a cluster without a GPS position in DHS files.',
    ])
  })
  /** A square along the diagonal without its corner in the south-east: swapped places are inside, but there. */
  const notched = countryOf('Notchland', [
    {
      type: 'Polygon',
      coordinates: [
        [
          [6, 6],
          [7.5, 6],
          [7.5, 6.5],
          [8, 6.5],
          [8, 8],
          [6, 8],
          [6, 6],
        ],
      ],
    },
  ])
  const inNotch = (count: number) =>
    moved((x, y, i) => (i <= count ? [7.9, 6.1] : [6 + x / 3, 6.5 + (y - 6) / 4]))
  it('that mostly fit either way are one error, if only the swap leaves none outside', async () => {
    const { errors } = await validate(inNotch(5), {}, [], notched)
    expect(errors.map(({ message }) => message)).toEqual([
      'all 100 clusters fit Notchland if longitude and latitude are swapped.',
    ])
  })
  it('of which very few are outside are one error of these, although all fit if swapped', async () => {
    const { errors } = await validate(inNotch(4), {}, [], notched)
    expect(errors).toMatchObject([{ rows: [2, 3, 4, 5], remedy: 'leave-out-outside' }])
  })
  it('beyond 180° in a few rows need their longitudes counted from −180', async () => {
    const text = moved((x, y, i) => [i < 3 ? x + 360 : x, y])
    const { errors } = await validate(text)
    expect(errors).toMatchObject([{ remedy: 'wrap-longitude', message: /^all 100 clusters fit Testland if/ }])
  })
  it('beyond 180° beside other errors name the longitude that is meant', async () => {
    const text = moved((x, y, i) =>
      i === 1 ? [361.25, y] : i === 2 ? [50, y] : i === 3 ? [9999, y] : [x, y],
    )
    const { errors } = await validate(text)
    expect(errors).toMatchObject([
      { row: 2, help: 'Write it as 1.25.' },
      { row: 3, help: 'Correct the longitude and latitude, or remove the row.' },
      { row: 4, help: 'Give degrees (EPSG:4326).' },
    ])
  })
  it('that a remedy leaves wrong in many rows are one error of these', async () => {
    const { errorCount, errors } = await validate(moved((x, y, i) => [i % 3 ? -x : 50, y]))
    expect(errorCount).toBe(1)
    expect(errors[0]).toMatchObject({ row: null, message: /^all 100 places lie outside Testland/ })
    expect(errors[0]).not.toHaveProperty('remedy')
  })
  it('of a few clusters elsewhere are one error, and may be left out', async () => {
    const text = moved((x, y, i) => (i < 5 ? [-x, y] : [x, y]))
    expect((await validate(text)).errors).toEqual([
      {
        row: null,
        rows: [2, 3, 4, 5],
        column: 'longitude',
        message: '4 of 100 places lie outside Testland (250–308 km); at most 10 km are allowed.',
        help: 'Correct their longitudes and latitudes, or leave them out.',
        remedy: 'leave-out-outside',
      },
    ])
    const left = await validate(text, {}, ['leave-out-outside'])
    expect(left).toMatchObject({
      errors: [],
      clusters: 96,
      remedies: [{ remedy: 'leave-out-outside', rows: [2, 3, 4, 5] }],
    })
    expect([...left.points!.row.subarray(0, 2), left.points!.cluster.length]).toEqual([6, 7, 96])
  })
  it('that stay wrong with a remedy are one error', async () => {
    const { errors, errorCount } = await validate(points(100), {}, ['negate-longitude'])
    expect(errorCount).toBe(1)
    expect(errors[0]!.message).toMatch(/^all 100 places lie outside Testland \(more than 10 km\)/)
  })
  it('of a country without outlines can still be beyond the Earth', async () => {
    const text = moved((x, y) => [y, 95 + x])
    const { errors } = await validate(text, {}, [], null)
    expect(errors).toMatchObject([
      { remedy: 'swap', message: 'all 100 clusters are on Earth if longitude and latitude are swapped.' },
    ])
  })
  it('of another country are errors of their rows', async () => {
    const text = points(100, (row) => (row[1] = '50'))
    const { errorCount, errors } = await validate(text)
    expect(errorCount).toBe(1)
    expect(errors[0]).toMatchObject({
      message: /^all 100 places lie outside Testland/,
      help: 'Check the country, and the columns with the longitude and the latitude.',
    })
    const none = await validate(text, {}, ['leave-out-outside'])
    expect(said(none)[0]).toBe(
      "null null: the remedy 'leave-out-outside' leaves out 100 of 100 clusters; at most half may be left out.",
    )
  })
  it('that are missing, and clusters without people, may be left out', async () => {
    const text = points(100, (row, i) => {
      if (i === 1) row.splice(1, 2, '0', '0')
      if (i === 2) row.splice(1, 2, 'NA', '')
      if (i === 3) row[1] = ''
      if (i > 3 && i < 7) row.splice(3, 2, '0', '0')
    })
    expect(said(await validate(text))).toEqual([
      'null longitude: 2 clusters have no position: longitude and latitude are 0, 0, as in DHS files, or empty.',
      'null denominator: the denominators of 3 clusters are 0: nobody was asked or tested there.',
      '4 longitude: the longitude is empty.',
    ])
    const left = await validate(text, {}, ['leave-out-empty', 'leave-out-unplaced'])
    expect(said(left)).toEqual(['4 longitude: the longitude is empty.'])
    expect(left.remedies).toEqual([
      { remedy: 'leave-out-unplaced', rows: [2, 3] },
      { remedy: 'leave-out-empty', rows: [5, 6, 7] },
    ])
  })
  it('of ids that repeat elsewhere show that these are other clusters: they may be numbered', async () => {
    const text = points(100, (row, i) => {
      if (i === 5 || i === 9) row[0] = '3'
      if (i === 6) row[0] = '3-2'
    })
    expect((await validate(text)).errors).toMatchObject([
      {
        rows: [6, 10],
        message: "the cluster ids of 2 rows repeat earlier ones: '3' already appears in row 4.",
        remedy: 'number-ids',
      },
    ])
    const { points: read, remedies } = await validate(text, {}, ['number-ids'])
    expect([4, 5, 8].map((i) => read!.cluster[i])).toEqual(['3-3', '3-2', '3-4'])
    expect(remedies).toEqual([{ remedy: 'number-ids', rows: [6, 10] }])
    const parts = points(100, (row, i) => i === 5 && row.splice(0, 3, ...'3,x,y'.split(',')))
      .split('\n')
      .map((line, i, lines) => (i === 5 ? lines[3]! : line))
      .join('\n')
    const [error] = (await validate(parts)).errors
    expect(error).toMatchObject({
      row: 6,
      message: "the cluster '3' already appears in row 4.",
      help: 'Write one row per cluster: add up its numerators and denominators.',
    })
    expect(error).not.toHaveProperty('remedy')
  })
  it('that are all the same are an error', async () => {
    const text = points(100, (row) => ([row[1], row[2]] = ['2', '7']))
    expect(said(await validate(text))).toEqual(['null longitude: all clusters are at the same place.'])
  })
})

describe('copied rows', () => {
  it('with other ids are a warning', async () => {
    const lines = points(60).trim().split('\n')
    const copies = lines.slice(1, 8).map((line, i) => line.replace(/^\d+/, `copy${i}`))
    const text = [...lines, ...copies].join('\n')
    expect((await validate(text)).warnings).toEqual([
      {
        row: null,
        column: null,
        message: '7 clusters have the same place and counts as an earlier one: rows 62, 63, 64, 65, 66, …',
        help: 'Remove the rows if they are copies: they would count twice.',
      },
    ])
    const [one] = (await validate([...lines, copies[0]].join('\n'))).warnings
    expect(one?.message).toBe('one cluster has the same place and counts as another one: row 62.')
    expect((await validate(points(60))).warnings).toEqual([])
  })
  it('are not clusters of one place with other counts, nor of one count at other places', async () => {
    const text = points(60, (row, i) => {
      if (i < 10) [row[1], row[2]] = ['2.25', '7.25']
      row[3] = String(i % 10)
      row[4] = '12'
    })
    expect((await validate(text)).warnings).toEqual([])
  })
})

describe('cells', () => {
  it('beyond the header are an error of their row, unless they are empty', async () => {
    const lines = points(60).trim().split('\n')
    lines[3] = lines[3]!.replace(/\.(\d+)$/, ',$1')
    lines[4] += ',,'
    const { errors } = await validate(lines.join('\n'))
    expect(errors).toEqual([
      {
        row: 4,
        column: null,
        message: 'the row has 7 cells, but the header names 6 columns.',
        help: 'Write numbers without thousands separators and decimals with a point, and put text with commas in quotes.',
      },
    ])
  })
  it.each([';', '\t'])('may be separated by %j', async (separator) => {
    const text = points(60).replaceAll(',', separator)
    const { points: read, errors } = await validate(text)
    expect(errors).toEqual([])
    expect(read?.cluster).toHaveLength(60)
    expect((await validate(`\n${text}`)).errors[0]?.message).toMatch(/header seems to be in row 2/)
  })
  it.each([
    ['with weights', points(60)],
    ['without weights', points(60).replaceAll(/,[^,]*$/gm, '')],
  ])('may all have decimal commas, %s', async (_, text) => {
    const { points: read, errors } = await validate(text.replaceAll(',', ';').replaceAll('.', ','))
    expect(errors).toEqual([])
    expect(read).toEqual((await validate(text)).points)
  })
  it('with decimal commas among decimal points are one error', async () => {
    const text = points(60, (row, i) => {
      if (i < 4) row[5] = `"${row[5]!.replace('.', ',').slice(0, 4)}"`
    })
    expect((await validate(text)).errors).toEqual([
      {
        row: 2,
        column: 'weight',
        message: expect.stringMatching(
          /^the weight '\d,\d+' has a decimal comma, and so have 2 other cells\.$/,
        ),
        help: expect.stringMatching(/^Write decimals with a point, as in \d\.\d\d\. Remove what separates/),
      },
    ])
  })
  /** A quoted denominator in the second row. */
  const withDenominator = (cell: string, text = points(60)) => {
    const lines = text.trim().split('\n')
    return [lines[0], lines[1], lines[2]!.replace(/,\d+,([\d.]+)$/, `,"${cell}",$1`), ...lines.slice(3)].join(
      '\n',
    )
  }
  it('with a comma before three digits may be thousands or decimals: both are named', async () => {
    expect((await validate(withDenominator('1,250'))).errors).toEqual([
      {
        row: 3,
        column: 'denominator',
        message: "the denominator '1,250' has a comma: does it separate thousands, or is it a decimal comma?",
        help: 'Write 1250 if it separates thousands, or 1.250 if it is a decimal comma.',
      },
    ])
  })
  it.each([
    ['1,250,000', '1250000'],
    ['1,250.5', '1250.5'],
    ['1 250', '1250'],
  ])('with thousands as in %s are one error with the number that is meant', async (cell, number) => {
    expect((await validate(withDenominator(cell))).errors).toEqual([
      {
        row: 3,
        column: 'denominator',
        message: `the denominator '${cell}' has separators of thousands.`,
        help: `Write numbers without them, as in ${number}.`,
      },
    ])
  })
  it.each([
    ['1.250', 'Write it without separators of thousands, as in 1250, or choose decimal points for the file.'],
    [
      '1.250~5',
      'Write it without separators of thousands, as in 1250,5, or choose decimal points for the file.',
    ],
    ['12.5', 'Choose decimal points for the file, or write each of its decimals with a comma.'],
  ])('with a point are an error of a file with decimal commas: %s', async (cell, help) => {
    const text = points(60, (row, i) => {
      for (const place of [1, 2, 5]) row[place] = row[place]!.replace('.', '~')
      if (i === 9) row[4] = cell
    })
    expect((await validate(text.replaceAll(',', ';').replaceAll('~', ','))).errors).toEqual([
      {
        row: 10,
        column: 'denominator',
        message: `the denominator '${cell.replace('~', ',')}' has a point, but the decimals of this file are read as commas.`,
        help,
      },
    ])
  })
  it.each([
    [3, '0x1', "numerator: the numerator '0x1' is not a number."],
    [3, 'Infinity', "numerator: the numerator 'Infinity' is not a number."],
    [5, '1e308', 'weight: the weight 1e+308 is not below 1,000,000,000.'],
    [0, 'x'.repeat(201), 'cluster: the cluster id has more than 200 characters.'],
  ])('column %d cannot hold %j', async (column, cell, message) => {
    const text = points(60, (row, i) => {
      if (i === 1) row[column] = cell
    })
    expect(said(await validate(text))).toEqual([`2 ${message}`])
  })
  it('of a stratum are short', async () => {
    const text = points(60)
      .replaceAll('\n', `,${'s'.repeat(201)}\n`)
      .replace(/^(\S+?),s+\n/, '$1,stratum\n')
    expect(said(await validate(text))[0]).toBe('2 stratum: the stratum has more than 200 characters.')
  })
  it('are needed: a header alone is one error', async () => {
    expect((await validate('cluster,longitude,latitude,numerator,denominator,urban\n')).errors).toEqual([
      {
        row: null,
        column: null,
        message: 'the file has a header but no clusters.',
        help: 'Add one row per cluster.',
      },
    ])
  })
})

describe('titles above the header', () => {
  it.each(['Benin DHS 2017.\n\n', 'Benin DHS 2017,\n,\n'])('%j are one error', async (title) => {
    expect((await validate(title + points(60))).errors).toEqual([
      {
        column: null,
        message: 'points.csv: the header seems to be in row 3.',
        help: 'Delete the rows above it, so that the header is row 1.',
        fix: null,
      },
    ])
  })
  it('are not suspected when a column is missing', async () => {
    const { errors } = await validate(points(60).replace('cluster', 'id'))
    expect(errors[0]?.message).toMatch(/^points\.csv has no column 'cluster'/)
  })
})
