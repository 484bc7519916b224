import type { Area } from '#service/geometry/point-in-polygon.ts'
import { runChildOnce } from '../../isolation/run-child-once.ts'
import type { BriefRecord } from './brief-record.ts'
import { briefContent, headOf } from './content/brief-content.ts'
import { contextOf } from './content/brief-context.ts'
import { summary } from './content/summary.ts'
import { unitSheets } from './content/unit-sheets.ts'
import { writeDocument } from './files/document.ts'
import { writeSlides } from './files/slides.ts'
import { writeUnitSheets } from './files/unit-sheets.ts'

runChildOnce((brief: BriefRecord, geometries, report): Promise<Uint8Array> => {
  const lines = geometries.length === 0 ? [] : geometries.toString().split('\n')
  const areas = lines.map((line) => JSON.parse(line) as Area)
  const context = contextOf(brief)
  const now = new Date()
  if (brief.kind === 'unit-sheets')
    return writeUnitSheets(
      { ...headOf(context, now), summary: summary(context), sheets: unitSheets(context, areas) },
      report,
    )
  const content = briefContent(context, areas, now)
  return brief.kind === 'slides' ? writeSlides(content) : writeDocument(content)
})
