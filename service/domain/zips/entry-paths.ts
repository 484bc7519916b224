/** Characters that some file systems reject, and those that separate or hide folders. */
const NOT_ALLOWED = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu

function plain(name: string): string {
  const kept = Array.from(name.toWellFormed().replaceAll(NOT_ALLOWED, '_').trim()).slice(0, 150).join('')
  // No '.', no '..', and nothing that Windows would cut off at the end.
  return kept.replace(/^\.+/, '_').replace(/[. ]+$/, '_') || 'file'
}

/** Relative, without '..', and unique ignoring case, so that they unpack on any system. */
export function entryPaths(files: readonly { folder: string; name: string }[]): string[] {
  const taken = new Set<string>()
  return files.map(({ folder, name }) => {
    const path = `${plain(folder)}/${plain(name)}`
    const dot = path.lastIndexOf('.')
    const [stem, end] = dot > path.indexOf('/') + 1 ? [path.slice(0, dot), path.slice(dot)] : [path, '']
    let unique = path
    for (let i = 2; taken.has(unique.toLowerCase()); i++) unique = `${stem}-${i}${end}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
