import { answerTable } from '../tables/answer-table.ts'
import { readBandSheet } from './read-band-sheet.ts'

answerTable((_input: null, content) => readBandSheet(content))
