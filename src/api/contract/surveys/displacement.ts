/**
 * How the clusters' coordinates were displaced to protect respondents. `dhs`: in a random direction, by up to 2 km in towns
 * and 5 km (1 % of clusters 10 km) in the country, inside the admin unit.
 */
export const DISPLACEMENTS = ['none', 'dhs'] as const
export type Displacement = (typeof DISPLACEMENTS)[number]

export const DISPLACEMENT_WORDS: Record<Displacement, string> = {
  none: 'Not displaced',
  dhs: 'Displaced as DHS does: up to 2 km in towns, 5 km in the country',
}
