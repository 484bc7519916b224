import { spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeTemporaryFolder, sweepTemporaryFolders } from '#service/files/temporary-folders.ts'

const MODULE = join(import.meta.dirname, '../../service/files/temporary-folders.ts')

/** A process that writes an upload into temporary folders and keeps running. */
async function startOwner() {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { makeTemporaryFolder } from ${JSON.stringify(MODULE)}
       console.log(JSON.stringify([await makeTemporaryFolder('layer'), await makeTemporaryFolder('process')]))
       setInterval(() => {}, 1000)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  )
  const folders = JSON.parse(line) as string[]
  for (const folder of folders) writeFileSync(join(folder, 'upload.tif'), 'somebody’s bytes')
  return {
    folders,
    async kill() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
  }
}

it("a killed process's folders are removed at the next start, those of running ones stay", async () => {
  const [killed, running] = [await startOwner(), await startOwner()]
  const own = await makeTemporaryFolder('process')
  try {
    await killed.kill()
    expect(await sweepTemporaryFolders()).toBeGreaterThanOrEqual(2)
    expect(killed.folders.map(existsSync)).toEqual([false, false])
    expect([...running.folders, own].map(existsSync)).toEqual([true, true, true])
  } finally {
    await running.kill()
    for (const folder of [...running.folders, own]) rmSync(folder, { recursive: true, force: true })
  }
})
