import type { BriefLanguage } from '#contract/jobs/briefs.ts'
import type { BriefTexts } from './brief-texts.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pt } from './pt.ts'

export const TEXTS: Record<BriefLanguage, BriefTexts> = { en, fr, pt, es }
