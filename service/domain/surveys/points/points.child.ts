import { answerTable } from '../../tables/answer-table.ts'
import { parsePoints } from './read-points.ts'

answerTable((name: string, content) => parsePoints(content, name))
