import type { Survey } from '#contract/surveys/survey-list.ts'

/** 'water from DHS 2013, round 1, of Togo' */
export const formatSurvey = (
  { target, source, source_wave, round }: Pick<Survey, 'target' | 'source' | 'source_wave' | 'round'>,
  country: string,
) => `${target} from ${source} ${source_wave}, round ${round}, of ${country}`
