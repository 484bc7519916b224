// `npm run test:faults`: kills, freezes, fills and cuts real processes. Each fault three times; FAULT_TIMES=20 for more.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { prepare, root } from './lib/prepare.mjs'

const node = prepare()
const env = { ...process.env, NODE_ENV: 'test' }
for (const name of [
  'API_URL',
  'APP_URL',
  'DATABASE_URL',
  'FILES_URL',
  'DATA_DIR',
  'PORT',
  'API_PORT',
  'SMTP_URL',
  'COMIC_URL',
])
  delete env[name]
const { status } = spawnSync(
  node,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    join(root, 'tests/faults/vitest.config.ts'),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env },
)
process.exit(status ?? 1)
