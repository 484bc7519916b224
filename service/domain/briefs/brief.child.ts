import { type Area } from '#service/geometry/point-in-polygon.ts'
import { runChildOnce } from '../../isolation/run-child-once.ts'
import type { BriefRecord } from './brief-record.ts'
import { briefContent } from './content/brief-content.ts'
import { contextOf } from './content/brief-context.ts'
import { writeDocument } from './files/document.ts'

runChildOnce(async (brief: BriefRecord, content): Promise<Uint8Array> => {
  const areas =
    content.length === 0
      ? []
      : content
          .toString()
          .split('\n')
          .map((line) => JSON.parse(line) as Area)
  return writeDocument(briefContent(contextOf(brief), areas, new Date()))
})
