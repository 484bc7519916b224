import { defineConfig } from 'vitest/config'
import { nativeModules } from '../native-modules.ts'

const tests = JSON.parse(process.env.MUTANT_TESTS!) as string[]

/** The tests of one room, for scripts/mutants.ts. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: tests,
    environment: 'node',
    testTimeout: 300_000,
    isolate: false,
    server: nativeModules,
    globalSetup: tests.some((path) => path.startsWith('tests/service/'))
      ? ['tests/support/database/postgres.global.ts']
      : [],
  },
})
