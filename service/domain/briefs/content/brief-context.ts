import type { BriefRecord } from '../brief-record.ts'
import type { BriefTexts } from '../texts/brief-texts.ts'
import { TEXTS } from '../texts/texts-in.ts'
import { cleanText } from './clean-text.ts'
import { countryIn } from './country-in.ts'
import { type Figures, figuresIn } from './figures.ts'

/** What every section is written from. */
export interface BriefContext extends BriefRecord {
  texts: BriefTexts
  figures: Figures
  country: string
  target: string
}

export function contextOf(brief: BriefRecord): BriefContext {
  const texts = TEXTS[brief.language]
  const { report } = brief.record
  const target = cleanText(report.target.replaceAll(/[_-]+/g, ' '))
  return {
    ...brief,
    texts,
    figures: figuresIn(texts),
    country: countryIn(texts.locale, report),
    target: target.charAt(0).toLocaleUpperCase(texts.locale) + target.slice(1),
  }
}
