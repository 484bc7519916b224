import { execFile, spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Whether GDAL's programs (Debian: gdal-bin) are installed; tests that compare with them are skipped otherwise. */
export const hasGdal = spawnSync('gdalwarp', ['--version']).status === 0

/** Whether this GDAL has a driver, e.g. STACIT. */
export const hasDriver = (name: string): boolean =>
  hasGdal && String(spawnSync('gdalinfo', ['--formats']).stdout).includes(`  ${name} -`)

/** GDAL's creation options, as arguments. */
export const co = (...options: string[]) => options.flatMap((option) => ['-co', option])

const run = promisify(execFile)

/** Runs one of GDAL's programs as a client of the service; what it writes to the console is the answer. */
export async function gdal(
  program: string,
  args: readonly string[],
  { token, ...settings }: { token?: string; [setting: string]: string | undefined } = {},
): Promise<string> {
  const { stdout } = await run(program, [...args], {
    timeout: 60_000,
    maxBuffer: 64 * 2 ** 20,
    env: {
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      NO_PROXY: '*',
      no_proxy: '*',
      GDAL_PAM_ENABLED: 'NO',
      GDAL_DEFAULT_WMS_CACHE_PATH: join(tmpdir(), 'strata-gdal-tiles'),
      ...(token ? { GDAL_HTTP_HEADERS: `Authorization: Bearer ${token}` } : {}),
      ...settings,
    },
  })
  return stdout
}
