import type { Area } from '#service/geometry/point-in-polygon.ts'
import type { BriefContent, BriefHead } from './block.ts'
import type { BriefContext } from './brief-context.ts'
import { cleanText } from './clean-text.ts'
import { limits } from './limits.ts'
import { mapSection } from './map-section.ts'
import { method } from './method.ts'
import { provenance } from './provenance.ts'
import { summary } from './summary.ts'
import { unitsSection } from './units.ts'

/** The whole brief in its language. */
export function briefContent(context: BriefContext, areas: readonly Area[], date: Date): BriefContent {
  return {
    ...headOf(context, date),
    sections: [
      summary(context),
      ...mapSection(context, areas),
      ...unitsSection(context),
      method(context),
      limits(context),
      provenance(context),
    ],
  }
}

export function headOf(context: BriefContext, date: Date): BriefHead {
  const { brand, country, figures, record, target, texts } = context
  const { report } = record
  const source = cleanText(`${report.source} ${report.source_wave}`)
  return {
    kind: texts.kinds[context.kind],
    title: texts.title({ target, country }),
    subtitle: [texts.survey({ source, round: cleanText(report.round) }), cleanText(report.data_description)]
      .filter(Boolean)
      .join(' · '),
    footer: `${report.job_key} · ${texts.written({ date: figures.date(date.toISOString()), brand: cleanText(brand) })}`,
    page: (page, pages) => texts.page({ page, pages }),
    locale: texts.locale,
    brand: cleanText(brand),
  }
}
