import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Kinds of errors whose sentence the audit keeps whole (docs/decisions/05-audit.md). */
const WHOLE = ['forbidden', 'not-found', 'conflict']

/** A rejection's template with its kind. */
const TEMPLATE = /(?:new ServiceError\(\s*'([\w-]+)',|\brejection\()\s*`((?:[^`\\]|\\.)*)`/g

/** A constant, a count, or a number with its unit. */
const NUMBER = /^([A-Z][A-Z_ /*\d]*|.+\.length|(counted|grouped|inGiB|sizeLimit|Math\.\w+)\(.*\))$/

/** Values that nobody typed: words of the contract, ids, numbers, and sentences that quote what they name. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  'service/domain/access-tokens/create.ts': ["access.join(' or ')"],
  'service/domain/accounts/attempt-limits.ts': ['what'],
  'service/domain/assets/accept-finding.ts': ['inWords[finding.severity]'],
  'service/domain/bands/sample-bands.ts': ['error.message'],
  'service/domain/collections/find-members.ts': ['errors[0]'],
  'service/domain/outputs/list-clusters.ts': ['name'],
  'service/domain/processed/choose-source.ts': ['assetId'],
  'service/domain/processed/process.ts': ['error.message'],
  'service/domain/rasters/inspect-upload.ts': ['upload.sha256'],
  'service/domain/submissions/change-layers.ts': [
    'only.words',
    'only.field',
    'previous.id',
    'row',
    'existing',
    'layer.job.status',
  ],
  // The points of a stored survey: its file's name, and what was valid when it was imported.
  'service/domain/surveys/load-points.ts': ['missing.message', 'missing.help', 'name'],
  'service/domain/views/set-default.ts': ['view_id'],
  'service/domain/worldpop/open-remote.ts': ['why'],
  'service/files/local-growing-file.ts': ['size'],
  // A setting, at the start of a process.
  'service/files/s3-address.ts': ["OPTIONS.slice(0, -1).join(', ')", 'OPTIONS.at(-1)'],
  'service/http/limits/call-limits.ts': ['PER_MINUTE[rate]', 'seconds'],
  'service/http/input/hostile-input.ts': ['noncharacter.charCodeAt(0).toString(16).toUpperCase()'],
  'service/http/input/input.ts': ['MEDIA_TYPES[encoding]'],
  'service/http/reject-methods.ts': ['allow'],
  'service/http/answers/send-file.ts': ['file.size'],
  'service/http/input/tus-headers.ts': ['name', 'least'],
}

const unquoted = (template: string): string[] =>
  [...template.matchAll(/(.?)\$\{((?:[^{}]|\{[^{}]*\})*)\}/g)]
    .filter(([, before]) => before !== "'")
    .map(([, , value]) => value.trim())
    .filter((value) => !NUMBER.test(value))

it('a message quotes every value that was sent: the audit masks what is quoted', () => {
  // `npm run load` is nobody's call.
  const paths = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'service/*.ts', ':!service/load'],
    {
      encoding: 'utf8',
    },
  )
  const found = paths
    .trim()
    .split('\n')
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(TEMPLATE)]
        .filter(([, kind]) => !WHOLE.includes(kind))
        .flatMap(([, , template]) => unquoted(template))
        .filter((value) => !OWN[path]?.includes(value))
        .map((value) => `${path}: \${${value}}`),
    )
  expect(found).toEqual([])
  expect(unquoted("Row ${row}: the ${key} '${text}' is not one of ${ALL} ${names.length}.")).toEqual([
    'row',
    'key',
  ])
})
