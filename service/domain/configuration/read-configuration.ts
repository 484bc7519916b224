import { parseConfiguration } from './parse.ts'
import type { Caller } from '../../context.ts'
import { isSmallText, readInChild } from '../tables/read-in-child.ts'

type Parsed = Awaited<ReturnType<typeof parseConfiguration>>

const MODULE = new URL('./configuration.child.ts', import.meta.url)

/** A configuration as a table. @throws TableError if it is not one */
export const readConfiguration = (content: Buffer, name: string, caller: Caller): Promise<Parsed> =>
  isSmallText(content)
    ? parseConfiguration(content, name)
    : readInChild(MODULE, { what: 'The configuration', input: name, content }, caller)
