import { execFileSync } from 'node:child_process'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { codeVersion, commitOf, hashOf } from '#service/code-version.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'strata-code-'))
  await mkdir(join(root, 'service/deep'), { recursive: true })
  await mkdir(join(root, 'common'))
  await mkdir(join(root, 'src/api/contract'), { recursive: true })
  await writeFile(join(root, 'service/deep/model.ts'), 'one')
  await writeFile(join(root, 'src/api/contract/call.ts'), 'two')
  await writeFile(join(root, 'package-lock.json'), '{}')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const git = (...words: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=T', '-c', 'user.email=t@example.org', ...words], {
    stdio: 'ignore',
  })

test('the hash changes with every source, its content and its name', async () => {
  const first = hashOf(root)
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(hashOf(`${root}/`)).toBe(first)
  await writeFile(join(root, 'README.md'), 'words')
  expect(hashOf(root)).toBe(first)
  await writeFile(join(root, 'service/deep/model.ts'), 'changed')
  const second = hashOf(root)
  await writeFile(join(root, 'service/deep/other.ts'), '')
  expect(new Set([first, second, hashOf(root)]).size).toBe(3)
})

test('the commit is that of a clone, marked after changes; without a clone there is none', async () => {
  expect(commitOf(root)).toBeNull()
  git('init', '--quiet')
  expect(commitOf(root)).toBeNull()
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  expect(commitOf(root)).toMatch(/^[0-9a-f]{40}$/)
  await writeFile(join(root, 'service/deep/model.ts'), 'changed')
  expect(commitOf(root)).toMatch(/^[0-9a-f]{40}-dirty$/)
})

test('a deployment can state its commit; the hash of the sources does not depend on it', () => {
  const { build, ...stated } = codeVersion('0123abc')
  expect(stated).toMatchObject({ name: 'strata', version: expect.any(String), commit: '0123abc' })
  expect(codeVersion(undefined).build).toBe(build)
})
