import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/**
 * One PostgreSQL for the run: the first project that needs it starts it and names it in `STRATA_TEST_POSTGRES`, which can
 * also name one that many runs share (see scripts/written-mutants.ts).
 */
export default async function setup(project: TestProject) {
  const shared = process.env.STRATA_TEST_POSTGRES
  if (shared) return project.provide('postgresUrl', shared)
  const server = await startTestPostgres()
  process.env.STRATA_TEST_POSTGRES = server.url
  project.provide('postgresUrl', server.url)
  return () => {
    delete process.env.STRATA_TEST_POSTGRES
    return server.stop()
  }
}
