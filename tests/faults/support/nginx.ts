import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimFolder } from '../../support/leftovers.ts'
import { until } from './times.ts'

const NGINX = '/usr/sbin/nginx'
const OPENSSL = '/usr/bin/openssl'
const PAGE = join(import.meta.dirname, '../../../docs/operations.md')

export const WEB_NAME = 'strata.example.org'
export const API_NAME = 'api.strata.example.org'

export const hasNginx = existsSync(NGINX) && existsSync(OPENSSL)

/** The configuration that the page on operations prints. */
export const printedConfiguration = (): string => {
  const block = /```nginx\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8'))?.[1]
  if (!block) throw new Error('docs/operations.md has no configuration of nginx.')
  return block
}

/** Replaces each text wherever it occurs; one that does not occur is an error. */
const replaced = (text: string, changes: Readonly<Record<string, string>>): string =>
  Object.entries(changes).reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`The configuration of nginx has no '${from}'.`)
    return now.replaceAll(from, to)
  }, text)

export interface Nginx {
  folder: string
  log(): string
  end(): Promise<void>
}

/** Debian's nginx with that configuration, a certificate of its own, and the ports of this test. */
export async function startNginx(
  ports: { http: number; https: number; web: number; api: number },
  changes: Readonly<Record<string, string>> = {},
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-nginx-'))
  claimFolder(folder)
  const at = (name: string) => join(folder, name)
  mkdirSync(at('temporary'))
  execFileSync(
    OPENSSL,
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${WEB_NAME}`]
      .concat('-addext', `subjectAltName=DNS:${WEB_NAME},DNS:${API_NAME}`)
      .concat('-keyout', at('strata.key'), '-out', at('strata.pem')),
    { stdio: 'ignore' },
  )
  const site = replaced(printedConfiguration(), {
    'listen 80;': `listen 127.0.0.1:${ports.http};`,
    'listen 443 ssl': `listen 127.0.0.1:${ports.https} ssl`,
    '127.0.0.1:3000': `127.0.0.1:${ports.web}`,
    '127.0.0.1:8092': `127.0.0.1:${ports.api}`,
    '/etc/ssl/strata.pem': at('strata.pem'),
    '/etc/ssl/strata.key': at('strata.key'),
    ...changes,
  })
  writeFileSync(at('site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${at('temporary')}/${kind};`)
    .join('\n')
  writeFileSync(
    at('nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${at('nginx.pid')};
error_log ${at('error.log')} warn;
events {}
http {
access_log off;
${temporary}
include ${at('site.conf')};
}
`,
  )
  const child = spawn(NGINX, ['-p', folder, '-c', at('nginx.conf'), '-e', at('error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const log = () => said + (existsSync(at('error.log')) ? readFileSync(at('error.log'), 'utf8') : '')
  await until('nginx listens', 20_000, () => {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${log()}`)
    return fetch(`http://127.0.0.1:${ports.http}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
  })
  return {
    folder,
    log,
    async end() {
      child.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
