import type { RAMPS } from '#contract/rasters/ramps.ts'

export type Ramp = (typeof RAMPS)[number]

/**
 * Every sixteenth colour of the service's tile ramps, for legends. Sources as there: matplotlib (CC0), Nuñez et al.
 * 2018, ColorBrewer (Apache 2.0).
 */
const STOPS: Record<Ramp, readonly string[]> = {
  viridis: [
    '#440154',
    '#48186a',
    '#472d7b',
    '#424086',
    '#3b528b',
    '#33638d',
    '#2c728e',
    '#26828e',
    '#21918c',
    '#1f9f88',
    '#27ad81',
    '#3dbc74',
    '#5cc863',
    '#81d34d',
    '#aadc32',
    '#d5e21a',
    '#fde725',
  ],
  cividis: [
    '#002051',
    '#012b65',
    '#12376c',
    '#27426e',
    '#3d4d6e',
    '#51596e',
    '#63646f',
    '#727071',
    '#807c75',
    '#8c8777',
    '#9a9478',
    '#a9a177',
    '#bbae71',
    '#cebc68',
    '#e2cb5c',
    '#f3da4f',
    '#fdea45',
  ],
  magma: [
    '#000004',
    '#0a0822',
    '#1d1147',
    '#36106b',
    '#51127c',
    '#6a1c81',
    '#832681',
    '#9c2e7f',
    '#b73779',
    '#cf4070',
    '#e55064',
    '#f4695c',
    '#fb8761',
    '#fea571',
    '#fec287',
    '#fde0a1',
    '#fcfdbf',
  ],
  ylgnbu: [
    '#ffffd9',
    '#f6fbc6',
    '#eaf7b8',
    '#d9f0b3',
    '#c1e7b5',
    '#a2dbb8',
    '#80cebb',
    '#60c1bf',
    '#45b3c2',
    '#31a3c1',
    '#248fbd',
    '#2078b4',
    '#2260a9',
    '#234a9d',
    '#20378d',
    '#162975',
    '#081d58',
  ],
}

export const RAMP_LABELS: Record<Ramp, string> = {
  viridis: 'Viridis',
  cividis: 'Cividis',
  magma: 'Magma',
  ylgnbu: 'YlGnBu',
}

/** A CSS gradient from the lowest value (left) to the highest (right), between two fractions of its width. */
export function rampGradient(ramp: Ramp, from = 0, to = 1): string {
  const stops = STOPS[ramp]
  if (from === 0 && to === 1) return `linear-gradient(to right, ${stops.join(', ')})`
  const at = (stop: number) =>
    `${Number(((from + ((to - from) * stop) / (stops.length - 1)) * 100).toFixed(2))}%`
  return `linear-gradient(to right, ${stops.map((colour, stop) => `${colour} ${at(stop)}`).join(', ')})`
}

/** The colour of a value between 0 (lowest) and 1 (highest). */
export function rampColour(ramp: Ramp, fraction: number): string {
  const stops = STOPS[ramp]
  const at = Math.round(Math.min(1, Math.max(0, fraction)) * (stops.length - 1))
  return stops[at]
}
