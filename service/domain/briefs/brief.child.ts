import type { BriefKind } from '#contract/jobs/briefs.ts'
import type { Area } from '#service/geometry/point-in-polygon.ts'
import { runChildOnce } from '../../isolation/run-child-once.ts'
import type { BriefRecord } from './brief-record.ts'
import type { BriefContent } from './content/block.ts'
import { briefContent } from './content/brief-content.ts'
import { contextOf } from './content/brief-context.ts'
import { writeDocument } from './files/document.ts'
import { writeSlides } from './files/slides.ts'

const WRITERS: Record<BriefKind, (content: BriefContent) => Promise<Uint8Array>> = {
  document: writeDocument,
  slides: writeSlides,
}

runChildOnce((brief: BriefRecord, geometries): Promise<Uint8Array> => {
  const lines = geometries.length === 0 ? [] : geometries.toString().split('\n')
  const areas = lines.map((line) => JSON.parse(line) as Area)
  return WRITERS[brief.kind](briefContent(contextOf(brief), areas, new Date()))
})
