import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makeKernel } from '../../scripts/make-kernel.ts'

it('the WebAssembly of the engine is that of its source (npm run kernel)', async () => {
  expect(readFileSync('service/modelling/row-products.wasm.ts', 'utf8')).toBe(await makeKernel())
})
