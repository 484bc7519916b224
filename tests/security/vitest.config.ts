import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { nativeModules } from '../support/native-modules.ts'
import { startFirst } from '../support/start-first.ts'

const TIMES = 'tests/security/sign-in-times.test.ts'

/** Attacks on the service and the web server; `npm run test:security`. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { tsconfigPaths: true },
  test: {
    // Two files only wait for slow clients to be cut: they leave the machine to the others.
    maxWorkers: 3,
    sequence: {
      sequencer: startFirst('slow-clients', 'slow-web-clients', 'hostile-outlines', 'injection'),
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'security',
          environment: 'node',
          server: nativeModules,
          include: ['tests/security/**/*.test.ts'],
          exclude: [TIMES],
          globalSetup: ['tests/support/postgres.global.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          // Alone, after all others: it compares fractions of a millisecond.
          name: 'times',
          environment: 'node',
          server: nativeModules,
          include: [TIMES],
          globalSetup: ['tests/support/postgres.global.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
