import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|svg|json|geojson|txt)$/
const MIN_BYTES = 1024

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/**
 * Writes each browser file's smallest compressed form beside it, once per build; the server sends it. Compressing per
 * request would only leave time for a faster, larger form.
 */
export function precompress(): Plugin {
  return {
    name: 'strata:precompress',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir }) {
      if (!dir) return
      const names = await readdir(dir, { recursive: true })
      await Promise.all(
        names.filter((name) => COMPRESSIBLE.test(name)).map((name) => squeeze(join(dir, name))),
      )
    },
  }
}

async function squeeze(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < MIN_BYTES) return
  // The best quality, 11, takes more than twice as long for files that are 2 % smaller.
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 10,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await Promise.all([
    writeFile(`${path}.br`, await brotli(bytes, { params })),
    writeFile(`${path}.gz`, await gz(bytes, { level: constants.Z_BEST_COMPRESSION })),
  ])
}
