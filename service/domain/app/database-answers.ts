import { sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'

export async function databaseAnswers(db: Executor, withinMs: number): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, withinMs, false).unref())
  const asked = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late])
}
