import type { FileStore, StoredVersion } from '#service/files/file-store.ts'
import type { LentBytes } from '#service/isolation/serve-reads.ts'

/** Names exactly these bytes. */
export const lentName = ({ key, version }: StoredVersion) => `${key}@${version}`

/** Lends a child process those of the files that are not on this machine. */
export function lendFiles(
  store: FileStore,
  files: readonly StoredVersion[],
  { readMs }: { readMs: number },
): LentBytes | undefined {
  const remote = new Map(files.filter(({ path }) => path === null).map((file) => [lentName(file), file]))
  if (remote.size === 0) return undefined
  return {
    sizes: new Map(Array.from(remote, ([name, { size }]) => [name, size])),
    read: (name, ...range) => store.readPart(remote.get(name)!, ...range),
    readMs,
  }
}
