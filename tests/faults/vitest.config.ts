import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { nativeModules } from '../support/native-modules.ts'
import { startFirst } from '../support/start-first.ts'

/** They measure how long calls or closing take under a fault, so fewer files run beside them. */
const MEASURED = [
  'comic-down',
  'database',
  'connections/dead-connections',
  'connections/few-connections',
  'out-of-memory',
  'connections/slow-readers',
].map((name) => `tests/faults/${name}.test.ts`)

/** They measure how long other calls take, in milliseconds, and what a process holds: nothing runs beside them. */
const ALONE = ['storage/hostile-files', 'one-person', 'connections/readers-disconnect', 'soak'].map(
  (name) => `tests/faults/${name}.test.ts`,
)

const common = {
  environment: 'node' as const,
  globalSetup: ['tests/support/database/postgres.global.ts'],
  testTimeout: 180_000,
  hookTimeout: 120_000,
  server: nativeModules,
  // Faults hit processes of their own, so files share one that has imported the service.
  isolate: false,
}

/** Faults injected into real processes; `npm run test:faults`. Several files at once: most of them wait. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    sequence: {
      sequencer: startFirst(
        'out-of-memory',
        'lost-workers',
        'queue',
        'readers-disconnect',
        'full-wal',
        'stop-under-load',
        'few-connections',
        'disk-full',
        'live-streams',
        'resumable-uploads',
        'killed-product',
        'stop-kept-alive',
        'stuck-process',
        'same-key',
      ),
    },
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: 'alone',
          include: ALONE,
          maxWorkers: 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'measured',
          include: MEASURED,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          exclude: [...ALONE, ...MEASURED],
          maxWorkers: 5,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
