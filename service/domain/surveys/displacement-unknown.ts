import type { Displacement } from '#contract/surveys/displacement.ts'

/** Programmes that displace the coordinates which they release: DHS and its MIS and AIS, MICS, and LSMS-ISA. */
const PROGRAMMES = /(?<![a-z])(dhs|mis|ais|mics|lsms)(?![a-z])/i

export const programmeDisplaces = (source: string) => PROGRAMMES.test(source)

/** Advice where a survey of such a programme does not say whether its coordinates are displaced. */
export const displacementUnknown = (source: string | null, displacement: Displacement | null) =>
  displacement === null && source !== null && programmeDisplaces(source)
    ? {
        message: `the survey does not say whether its coordinates are displaced, as those of '${source}' usually are.`,
        help: "Give 'dhs' as its displacement, or 'none' if they are not: covariates of displaced clusters are means over the places where they may be.",
      }
    : null
