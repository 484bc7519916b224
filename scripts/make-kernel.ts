/** Writes service/modelling/row-products.wasm.ts, the WebAssembly of row-products.wat: npm run kernel. */
import { readFileSync, writeFileSync } from 'node:fs'
import initWabt from 'wabt'

const SOURCE = new URL('../service/modelling/row-products.wat', import.meta.url)
const MODULE = new URL('../service/modelling/row-products.wasm.ts', import.meta.url)

export async function makeKernel(): Promise<string> {
  const wabt = await initWabt()
  const text = wabt.parseWat('row-products.wat', readFileSync(SOURCE, 'utf8'), { simd: true })
  const bytes = Buffer.from(text.toBinary({}).buffer)
  text.destroy()
  const lines = bytes.toString('base64').match(/.{1,96}/g) ?? []
  return [
    '/** row-products.wat in base64; written by npm run kernel. */',
    'export const ROW_PRODUCTS =',
    ...lines.map((line, at) => `  '${line}'${at < lines.length - 1 ? ' +' : ''}`),
    '',
  ].join('\n')
}

if (import.meta.main) writeFileSync(MODULE, await makeKernel())
