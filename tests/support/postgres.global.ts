import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One PostgreSQL for the run; `STRATA_TEST_POSTGRES` names one that many runs share (see scripts/mutants.ts). */
export default async function setup(project: TestProject) {
  const shared = process.env.STRATA_TEST_POSTGRES
  if (shared) return project.provide('postgresUrl', shared)
  const server = await startTestPostgres()
  project.provide('postgresUrl', server.url)
  return () => server.stop()
}
