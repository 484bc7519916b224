import { type SQL, type SQLWrapper, sql } from '#drizzle'
import { BLANKS, FORMULA_STARTS } from '../../tables/plain-text.ts'

const inSql = (text: string) =>
  sql.raw(
    `U&'${Array.from(text, (character) => `\\${character.codePointAt(0)!.toString(16).padStart(4, '0')}`).join('')}'`,
  )

/**
 * The rule of `plainText` in SQL: exports let the database write their lines. Most texts begin with a letter or a
 * digit, which one check shows.
 */
export const plainTextSql = (text: SQLWrapper): SQL =>
  sql`case when ascii(${text}) between 48 and 57 or ascii(${text}) between 65 and 122 then ${text}
    when strpos(${inSql(FORMULA_STARTS)}, nullif(left(ltrim(${text}, ${inSql(BLANKS)}), 1), '')) > 0
    then '''' || ${text} else ${text} end`
