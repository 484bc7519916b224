import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entryPaths } from '#service/domain/zips/entry-paths.ts'
import { planZip } from '#service/domain/zips/zip-layout.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strata-zip-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const MOMENT = new Date('2026-02-03T04:05:06Z')
/** Python's view of it: names, sizes, dates, and the content of the requested entries. */
const inspect = (path: string, read: string[] = []) =>
  JSON.parse(
    execFileSync(
      'python3',
      [
        '-c',
        `import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(json.dumps({
  'entries': len(z.infolist()),
  'last': [z.infolist()[-1].filename, z.infolist()[-1].file_size, list(z.infolist()[-1].date_time)],
  'sizes': [i.file_size for i in z.infolist()[:5]],
  'read': {name: z.read(name).decode() for name in sys.argv[2:]},
}))`,
        path,
        ...read,
      ],
      { encoding: 'utf8' },
    ),
  ) as { entries: number; last: [string, number, number[]]; sizes: number[]; read: Record<string, string> }

/** Writes the planned bytes; files that are not given are holes. */
function write(path: string, entries: { path: string; size: number; text?: string }[]): number {
  const layout = planZip(entries, MOMENT)
  const crc = (index: number) => crc32(entries[index].text ?? '')
  const file = openSync(path, 'w')
  for (const part of layout.parts) {
    if (part.kind === 'bytes') {
      const bytes = part.write(crc)
      // Not by `expect`, which takes longer than the rest for the 140,000 parts of 70,000 entries.
      if (bytes.length !== part.length) throw new Error(`${bytes.length} bytes instead of ${part.length}`)
      writeSync(file, bytes, 0, bytes.length, part.at)
    } else {
      const { text } = entries[part.index]
      if (text) writeSync(file, Buffer.from(text), 0, part.length, part.at)
    }
  }
  truncateSync(path, layout.size)
  return layout.size
}
const entry = (path: string, text: string) => ({ path, text, size: Buffer.byteLength(text) })

describe('the layout of a zip', () => {
  it('is readable by unzip and Python, including names and dates', () => {
    const path = join(folder, 'small.zip')
    const size = write(path, [
      entry('a/ümlaut.txt', 'hello'),
      entry('a/empty', ''),
      entry('b/c.txt', 'x'.repeat(9999)),
    ])
    expect(readFileSync(path).length).toBe(size)
    expect(execFileSync('unzip', ['-t', path], { encoding: 'utf8' })).toContain('No errors detected')
    expect(inspect(path, ['a/ümlaut.txt', 'a/empty'])).toMatchObject({
      sizes: [5, 0, 9999],
      last: ['b/c.txt', 9999, [2026, 2, 3, 4, 5, 6]],
      read: { 'a/ümlaut.txt': 'hello', 'a/empty': '' },
    })
  })

  it('is readable from its first byte on, without the directory at its end', () => {
    const path = join(folder, 'stream.zip')
    write(path, [entry('a.txt', 'hello'), entry('empty', ''), entry('b/ü.txt', 'PK\u0003\u0004 inside')])
    const bytes = readFileSync(path)
    const found: string[] = []
    let at = 0
    while (bytes.readUInt32LE(at) === 0x0403_4b50) {
      expect(bytes.readUInt16LE(at + 6) & 8, 'bit 3: sizes after the data').toBe(0)
      const [size, name, extra] = [
        bytes.readUInt32LE(at + 22),
        bytes.readUInt16LE(at + 26),
        bytes.readUInt16LE(at + 28),
      ]
      const start = at + 30 + name + extra
      const content = bytes.subarray(start, start + size)
      expect(bytes.readUInt32LE(at + 14)).toBe(crc32(content))
      found.push(`${bytes.toString('utf8', at + 30, at + 30 + name)}: ${content.toString()}`)
      at = start + size
    }
    expect(found).toEqual(['a.txt: hello', 'empty: ', 'b/ü.txt: PK\u0003\u0004 inside'])
  })

  it.skipIf(spawnSync('javac', ['-version']).status !== 0)("is readable by Java's ZipInputStream", () => {
    const path = join(folder, 'java.zip')
    write(path, [entry('a.txt', 'hello'), entry('empty', ''), entry('b.txt', 'x'.repeat(9999))])
    const source = join(folder, 'Read.java')
    writeFileSync(
      source,
      `import java.io.FileInputStream;
import java.util.zip.ZipInputStream;
class Read {
  public static void main(String[] names) throws Exception {
    try (var zip = new ZipInputStream(new FileInputStream(names[0]))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry())
        System.out.println(entry.getName() + " " + zip.readAllBytes().length);
    }
  }
}`,
    )
    expect(execFileSync('java', [source, path], { encoding: 'utf8' })).toBe('a.txt 5\nempty 0\nb.txt 9999\n')
  })

  it('is Zip64 for a file beyond 4 GiB and for those after it', () => {
    const path = join(folder, 'large.zip')
    const big = 4 * 2 ** 30 + 17
    write(path, [{ path: 'big.tif', size: big }, entry('after.txt', 'behind four gibibytes')])
    expect(inspect(path, ['after.txt'])).toMatchObject({
      sizes: [big, 21],
      read: { 'after.txt': 'behind four gibibytes' },
    })
    expect(execFileSync('unzip', ['-p', path, 'after.txt'], { encoding: 'utf8' })).toBe(
      'behind four gibibytes',
    )
  })

  it.each([65_534, 65_535, 70_000])('has %d entries', (count) => {
    const path = join(folder, `${count}.zip`)
    write(
      path,
      Array.from({ length: count }, (_, i) => entry(`${i}`, i === count - 1 ? 'last' : '')),
    )
    expect(inspect(path, [`${count - 1}`])).toMatchObject({
      entries: count,
      read: { [`${count - 1}`]: 'last' },
    })
    // A count of 65,535 in the plain end record refers to the Zip64 one.
    const end64 = readFileSync(path).lastIndexOf(Buffer.of(0x50, 0x4b, 6, 6))
    expect(end64 > 0).toBe(count >= 65_535)
    writeFileSync(path, '')
  })
})

describe('names in a zip', () => {
  it('stay below their folder, are unique ignoring case, and fit any system', () => {
    const names = [
      'mean.tif',
      'MEAN.tif',
      'mean.tif',
      '../../etc/passwd',
      '..',
      'a\\b:c',
      '\u202Egpj.exe',
      ' . ',
      'CON.',
    ]
    const paths = entryPaths(names.map((name) => ({ folder: 'nga-1', name })))
    expect(paths.slice(0, 3)).toEqual(['nga-1/mean.tif', 'nga-1/MEAN-2.tif', 'nga-1/mean-3.tif'])
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(names.length)
    for (const path of paths) {
      expect(path).toMatch(/^nga-1\/[^/\\:*?"<>|]+$/)
      expect(path.split('/')).not.toContain('..')
      expect(path).not.toMatch(/[. ]$|\p{Cf}/u)
    }
  })
})
