/** Writes the WebAssembly of each .wat as a module of the same name: npm run kernel. */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import initWabt from 'wabt'

export const KERNELS = [
  'service/kernels/row-products',
  'service/kernels/cell-kernel',
  'service/kernels/dense-products',
]

const file = (path: string) => new URL(`../${path}`, import.meta.url)

/** The module for the text at a path without suffix: a constant in capitals. */
export async function makeKernel(path: string): Promise<string> {
  const wabt = await initWabt()
  const name = basename(path)
  const text = wabt.parseWat(`${name}.wat`, readFileSync(file(`${path}.wat`), 'utf8'), { simd: true })
  const bytes = Buffer.from(text.toBinary({}).buffer)
  text.destroy()
  const lines = bytes.toString('base64').match(/.{1,96}/g) ?? []
  return [
    `/** ${name}.wat in base64; written by npm run kernel. */`,
    `export const ${name.toUpperCase().replaceAll('-', '_')} =`,
    ...lines.map((line, at) => `  '${line}'${at < lines.length - 1 ? ' +' : ''}`),
    '',
  ].join('\n')
}

if (import.meta.main)
  for (const path of KERNELS) writeFileSync(file(`${path}.wasm.ts`), await makeKernel(path))
