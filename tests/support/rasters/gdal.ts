import { execFile, spawn, spawnSync } from 'node:child_process'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

/** Whether GDAL's programs (Debian: gdal-bin) are installed; tests that compare with them are skipped otherwise. */
export const hasGdal = spawnSync('gdalwarp', ['--version']).status === 0

/** Whether this GDAL has a driver, e.g. STACIT. */
export const hasDriver = (name: string): boolean =>
  hasGdal && String(spawnSync('gdalinfo', ['--formats']).stdout).includes(`  ${name} -`)

/** GDAL's creation options, as arguments. */
export const co = (...options: string[]) => options.flatMap((option) => ['-co', option])

const run = promisify(execFile)

interface Run {
  program: string
  args: readonly string[]
  cwd: string
  settings: { [setting: string]: string | undefined }
}

/** Runs programs in one process of Debian's python3-gdal; undefined where that is not installed. */
function startServer(): ((one: Run) => Promise<string>) | undefined {
  const python = '/usr/bin/python3'
  if (spawnSync(python, ['-c', 'from osgeo import gdal']).status !== 0) return
  // It ends when its input does, which is when this process ends.
  const child = spawn(python, [join(import.meta.dirname, 'gdal-server.py')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting: PromiseWithResolvers<string>[] = []
  createInterface(child.stdout).on('line', (line) => {
    const { output, error } = JSON.parse(line) as { output: string; error?: string }
    const { resolve, reject } = waiting.shift()!
    if (error === undefined) resolve(output)
    else reject(new Error(error))
  })
  child.stdin.on('error', () => {})
  child.once('exit', () => {
    server = undefined
    for (const { reject } of waiting.splice(0)) reject(new Error('The process with GDAL has ended.'))
  })
  child.unref()
  for (const pipe of [child.stdin, child.stdout]) (pipe as Socket).unref()
  return (one) => {
    const answer = Promise.withResolvers<string>()
    waiting.push(answer)
    child.stdin.write(`${JSON.stringify(one)}\n`)
    return answer.promise
  }
}

const SERVED = ['gdal_translate', 'gdalinfo', 'gdalwarp']
let server: ReturnType<typeof startServer> | null = null

/**
 * Runs one of GDAL's programs; what it writes to the console is the answer. On the service's addresses, it is a process
 * of its own, as a client's is.
 */
export async function gdal(
  program: string,
  args: readonly string[],
  {
    token,
    cwd = tmpdir(),
    ...settings
  }: { token?: string; cwd?: string; [setting: string]: string | undefined } = {},
): Promise<string> {
  const config = { GDAL_PAM_ENABLED: 'NO', ...settings }
  const ofService = token !== undefined || args.some((arg) => arg.includes('/vsi'))
  if (SERVED.includes(program) && !ofService) {
    if (server === null) server = startServer()
    if (server) return server({ program, args, cwd, settings: config })
  }
  const { stdout } = await run(program, [...args], {
    cwd,
    timeout: 60_000,
    maxBuffer: 64 * 2 ** 20,
    env: {
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      NO_PROXY: '*',
      no_proxy: '*',
      GDAL_DEFAULT_WMS_CACHE_PATH: join(tmpdir(), 'strata-gdal-tiles'),
      ...(token ? { GDAL_HTTP_HEADERS: `Authorization: Bearer ${token}` } : {}),
      ...config,
    },
  })
  return stdout
}
