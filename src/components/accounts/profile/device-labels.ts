const programs: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bQGIS\b/i, 'QGIS'],
  [/^curl\//, 'curl'],
  [/python/i, 'Python'],
  [/\bR \(|libcurl|httr/, 'R'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const first = (list: typeof programs, text: string) => list.find(([pattern]) => pattern.test(text))?.[1]

/** 'Firefox on Linux': enough to recognise your own devices. */
export function formatDevice(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const program = first(programs, userAgent)
  const system = first(systems, userAgent)
  if (!program) return system ?? userAgent.slice(0, 60)
  return system ? `${program} on ${system}` : program
}

export const isPhone = (userAgent: string | null): boolean =>
  /\bMobile\b|\biPhone\b|\bAndroid\b/.test(userAgent ?? '')
