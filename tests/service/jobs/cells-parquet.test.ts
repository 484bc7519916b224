import { parquetMetadata } from 'hyparquet'
import { expect, it } from 'vitest'
import { cellsParquet } from '#service/domain/jobs/run-layer/outputs/cells-parquet.ts'

it('the cells of a layer come in row groups of 100,000', () => {
  const count = 250_000
  const longitude = Float64Array.from({ length: count }, (_, cell) => cell)
  type Input = Parameters<typeof cellsParquet>
  const bytes = cellsParquet(
    { longitude, latitude: longitude } as unknown as Input[0],
    { mean: new Float32Array(count), raking: null } as Input[1],
    [],
    [],
  )
  const { row_groups: groups } = parquetMetadata(bytes.buffer as ArrayBuffer)
  expect(groups.map(({ num_rows: rows }) => Number(rows))).toEqual([100_000, 100_000, 50_000])
})
