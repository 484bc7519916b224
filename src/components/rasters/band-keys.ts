/** What the address of a band keeps. Part of the first load, so only names; `band-look.ts` validates the values. */
export const BAND_KEYS = [
  'ramp',
  'range',
  'opacity',
  'outlines',
  'view',
  'pin',
  'line',
  'profile_with',
  'compare',
  'mode',
  'swipe',
] as const
