import { z } from 'zod'
import { words } from '../rasters/asset-list.ts'

const WEB_ADDRESS = 'an address that begins with http:// or https://'

/** What the methods page of a job says of its survey; empty: not stated. */
export const surveyDescription = {
  /** What makes a person a case, and who is counted in the denominator. */
  indicator_definition: words(2000),
  /** Age and sex of the people, e.g. children of 6 to 59 months. */
  age_group: words(200),
  /** Of the fieldwork, e.g. October 2017 to March 2018. */
  period: words(200),
  /** Where the survey, or its report, is found. */
  source_url: z.union([z.literal(''), words(2000).pipe(z.url({ protocol: /^https?$/, error: WEB_ADDRESS }))]),
  licence: words(500),
}
