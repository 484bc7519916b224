import { MAX_REPEATED, type OutlineFinding } from './outline-types.ts'

interface Named {
  feature: number
  text: string
}

/** Features by their codes, or names. */
export type Shared = Map<string, Named[]>

export function addTo(shared: Shared, key: string, named: Named): void {
  const others = shared.get(key)
  if (others) others.push(named)
  else shared.set(key, [named])
}

const repeated = (shared: Shared) => {
  const groups = [...shared.values()].filter(({ length }) => length > 1)
  const features = groups.reduce((sum, { length }) => sum + length, 0)
  return { groups, features, many: features - groups.length > MAX_REPEATED }
}

export function repeatedCodes(codes: Shared, field: string): OutlineFinding[] {
  const { groups, features, many } = repeated(codes)
  const error = { severity: 'error', field } as const
  if (many) {
    const shares = groups.length === 1 ? 'one code' : `${groups.length.toLocaleString('en')} codes`
    const message = `${features.toLocaleString('en')} features share ${shares}; codes must be unique.`
    const help =
      'Choose another property with the code. If the codes are those of the level above, import the file as the level below.'
    return [{ ...error, feature: null, message, help }]
  }
  return groups.flatMap(([first, ...others]) =>
    others.map(({ feature, text }) => ({
      ...error,
      feature,
      message: `the code '${text}' already belongs to feature ${first.feature}; codes must be unique.`,
    })),
  )
}

export function namesakes(names: Shared, field: string): OutlineFinding[] {
  const { groups, features, many } = repeated(names)
  const warning = { severity: 'warning', field } as const
  if (many) {
    const message = `${features.toLocaleString('en')} features have the name of another one in the same unit, so they cannot be distinguished.`
    return [{ ...warning, feature: null, message, help: 'Check the property with the name.' }]
  }
  return groups.flatMap(([first, ...others]) =>
    others.map(({ feature, text }) => ({
      ...warning,
      feature,
      message: `the name '${text}' is also that of feature ${first.feature}; the two cannot be distinguished.`,
    })),
  )
}
