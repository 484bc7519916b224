// OpenStack Swift with its S3 middleware: a real S3-compatible server on loopback, in a temporary folder.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'

const START_MS = 60_000

async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise((resolve, reject) => server.listen(0, '127.0.0.1', resolve).once('error', reject))
      return server
    }),
  )
  const ports = servers.map((server) => server.address().port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

const common = (folder, port) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}/etc
devices = ${folder}/devices
mount_check = false
log_address = ${folder}/no-syslog
log_level = WARN
`

const storage = (folder, port, kind) => `${common(folder, port)}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
allow_versions = true
`

const proxy = (folder, port, { key, secret, memcached }) => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors proxy-logging cache listing_formats bulk s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:proxy-logging]
use = egg:swift#proxy_logging
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
check_bucket_owner = false
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${key.replace(':', '_')} = ${secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`

function run(command, args, options) {
  const { status, stderr, stdout } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr || stdout}`)
}

function makeRings(folder, ports) {
  for (const kind of ['account', 'container', 'object']) {
    const builder = join(folder, 'etc', `${kind}.builder`)
    run('swift-ring-builder', [builder, 'create', '4', '1', '1'])
    run('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${ports[kind]}/disk`, '1'])
    run('swift-ring-builder', [builder, 'rebalance'])
  }
}

/** Starts it in `folder` (created if absent) and waits until it responds. `stop` ends every started process. */
export async function startSwift(folder) {
  const [proxyPort, account, container, object, memcached] = await freePorts(5)
  const key = 'test:tester'
  const secret = randomBytes(12).toString('hex')
  for (const part of ['etc', 'devices/disk', 'log']) mkdirSync(join(folder, part), { recursive: true })
  const write = (name, text) => writeFileSync(join(folder, 'etc', name), text)
  write(
    'swift.conf',
    '[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = one\ndefault = yes\n',
  )
  write('account-server.conf', storage(folder, account, 'account'))
  write('container-server.conf', storage(folder, container, 'container'))
  write('object-server.conf', storage(folder, object, 'object'))
  write('proxy-server.conf', proxy(folder, proxyPort, { key, secret, memcached }))
  makeRings(folder, { account, container, object })

  const children = []
  const begin = (name, command, args) => {
    const log = openSync(join(folder, 'log', `${name}.log`), 'a')
    const child = spawn(command, args, { stdio: ['ignore', log, log], cwd: folder })
    closeSync(log)
    children.push({ name, child, ended: new Promise((resolve) => child.once('exit', resolve)) })
  }
  const stop = async () => {
    for (const { child } of children) child.kill('SIGTERM')
    const late = setTimeout(() => children.forEach(({ child }) => child.kill('SIGKILL')), 5000)
    await Promise.all(children.map(({ ended }) => ended))
    clearTimeout(late)
  }
  begin('memcached', 'memcached', [
    '-l',
    '127.0.0.1',
    '-p',
    String(memcached),
    '-m',
    '32',
    '-u',
    userInfo().username,
  ])
  for (const kind of ['account', 'container', 'object', 'proxy'])
    begin(kind, `swift-${kind}-server`, [join(folder, 'etc', `${kind}-server.conf`), '--verbose'])

  const endpoint = `http://127.0.0.1:${proxyPort}`
  const until = Date.now() + START_MS
  for (;;) {
    const dead = children.find(({ child }) => child.exitCode !== null)
    const ending = dead && readFileSync(join(folder, 'log', `${dead.name}.log`), 'utf8').slice(-2000)
    const answered = await fetch(`${endpoint}/auth/v1.0`, {
      headers: { 'x-auth-user': key, 'x-auth-key': secret },
      signal: AbortSignal.timeout(5000),
    }).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) return { endpoint, key, secret, stop, pids: children.map(({ child }) => child.pid) }
    if (dead || Date.now() > until) {
      await stop()
      throw new Error(
        dead ? `${dead.name} of Swift ended: ${ending}` : `Swift did not answer within ${START_MS} ms.`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
