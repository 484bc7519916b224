import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Faults injected into real processes; `npm run test:faults`. Three files in parallel: most of them wait. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { tsconfigPaths: true },
  test: {
    name: 'faults',
    environment: 'node',
    include: ['tests/faults/**/*.test.ts'],
    globalSetup: ['tests/support/postgres.global.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    maxWorkers: 3,
  },
})
