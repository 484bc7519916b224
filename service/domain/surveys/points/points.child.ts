import { answerTable } from '../../tables/answer-table.ts'
import type { ReadingChoice } from '#contract/surveys/points-reading.ts'
import { parsePoints } from './read-points.ts'

answerTable(([name, choice]: [string, ReadingChoice], content) => parsePoints(content, name, choice))
