import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { KERNELS, makeKernel } from '../../scripts/make-kernel.ts'

it.each(KERNELS)('the WebAssembly of %s is that of its source (npm run kernel)', async (path) => {
  expect(readFileSync(`${path}.wasm.ts`, 'utf8')).toBe(await makeKernel(path))
})
