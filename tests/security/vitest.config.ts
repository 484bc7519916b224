import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Attacks on the service and the web server; `npm run test:security`. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { tsconfigPaths: true },
  test: {
    name: 'security',
    environment: 'node',
    include: ['tests/security/**/*.test.ts'],
    globalSetup: ['tests/support/postgres.global.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
