import { globSync, readFileSync } from 'node:fs'
import viteReact from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { nativeModules } from './tests/support/native-modules.ts'
import { startFirst } from './tests/support/start-first.ts'

/** Tests that look at the process itself (its modules, timers, children, memory): each file has one of its own. */
const OWN_PROCESS = [
  'accounts/{password-rules,login-commits}',
  'db/embedded',
  'export/left-early',
  'http/{app,job-events,main,memory-budget,stalled-bodies}',
  'interpolation/interpolation',
  'isolation/{child-pool,run-in-child}',
  'mail/newcomer',
  'metrics/**/*',
  'place-groups/{country-outlines,validate-outlines}',
  'rasters/{hostile,killed-upload,raster-task,read-stored,receive*}',
  'signed-links/signed-links',
  'tables/read-in-child',
  'tasks/{out-of-memory,raster-work,run-layer,retry,worker}',
  'zips/zip-layout',
].map((name) => `tests/service/${name}.test.ts`)

/** Calls of the service that neither wait nor measure time: they fit beside the browsers. */
const CALLS = ['accounts', 'audit', 'configuration', 'contract', 'lists', 'run-again', 'uploads'].map(
  (name) => `tests/service/${name}/**/*.test.ts`,
)

/** Importing a screen takes longer than many of its tests, so files share their modules unless they replace some. */
const SHARED_WEB = globSync('tests/web/**/*.test.{ts,tsx}', {
  cwd: import.meta.dirname,
  exclude: ['**/web-server*'],
}).filter(
  (path) =>
    !/\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(`${import.meta.dirname}/${path}`, 'utf8')),
)
const SCREENS = SHARED_WEB.filter((path) => path.endsWith('.tsx'))

/** For tests beside the browsers: a busy machine may leave them little of the processor, for minutes. */
const BESIDE_MS = 300_000

const web = {
  environment: 'jsdom' as const,
  testTimeout: BESIDE_MS,
  setupFiles: ['tests/support/web/web.setup.ts', 'tests/support/browser/screens.setup.ts'],
}

const service = {
  environment: 'node' as const,
  globalSetup: ['tests/support/database/postgres.global.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Some wait for a lost worker's heartbeat, a slow client or a process to start: three more use that time.
  maxWorkers: 5,
  sequence: { groupOrder: 1 },
}

/** One process for file after file: importing the service takes longer than most of its tests. */
const sharedProcess = { isolate: false, server: nativeModules }

/** Simulations of the engine, comparisons with GDAL, mutants: long computations that few changes can affect. */
const COMPUTED = ['modelling/{coverage,fit-layer}', 'raster/{gdal/*,codecs/lerc,mutants,nigeria-sample}'].map(
  (name) => `tests/${name}.test.ts`,
)

const unit = {
  environment: 'node' as const,
  testTimeout: BESIDE_MS,
  // They test functions, which keep nothing between files.
  isolate: false,
  server: nativeModules,
}

/** They measure how long others wait, or compare fractions of a millisecond: nothing runs beside them. */
const MEASURED = ['hostile-outlines', 'login-times'].map((name) => `tests/security/${name}.test.ts`)

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    clearMocks: true,
    // Left to itself, a run keeps one core for watching: half of the two that CI has.
    maxWorkers: 2,
    // Other tests run beside most of them, and some run only while the others leave the processor idle.
    expect: { poll: { timeout: 20_000 } },
    sequence: {
      sequencer: startFirst(
        'security/slow-clients',
        'service/tasks/worker',
        'security/slow-web-clients',
        'security/injection',
        'service/tasks/raster-work',
        'web/transport/web-server',
        'service/rasters/killed-upload',
        'service/http/main',
        'service/http/job-events',
        'service/place-groups/country-outlines',
        'modelling/coverage',
        'modelling/fit-layer',
        // The sample's layer is computed meanwhile; the last files wait for layers.
        ...['surveys', 'catalog-screens', 'rasters', 'accounts', 'help', 'first-load']
          .concat('add-country', 'main-job', 'catalog-actions', 'screens')
          .map((name) => `e2e/${name}`),
      ),
    },
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: ['tests/{lib,contract,modelling,raster,house}/**/*.test.ts'],
          exclude: COMPUTED,
        },
      },
      {
        extends: true,
        // They share the machine with tests that go before them.
        test: { ...unit, name: 'computed', include: COMPUTED, testTimeout: 900_000, hookTimeout: 900_000 },
      },
      {
        extends: true,
        test: {
          ...service,
          name: 'service',
          include: OWN_PROCESS,
          server: nativeModules,
        },
      },
      {
        extends: true,
        test: {
          ...service,
          ...sharedProcess,
          name: 'service-shared',
          include: ['tests/service/**/*.test.ts'],
          exclude: [...OWN_PROCESS, ...CALLS],
        },
      },
      {
        extends: true,
        test: {
          ...service,
          ...sharedProcess,
          name: 'calls',
          include: CALLS,
          exclude: OWN_PROCESS,
          testTimeout: BESIDE_MS,
        },
      },
      {
        extends: true,
        test: {
          ...service,
          name: 'security',
          include: ['tests/security/**/*.test.ts'],
          exclude: MEASURED,
          // Attacked are processes of their own, or a service that a file starts for itself.
          ...sharedProcess,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...service,
          name: 'measured',
          include: MEASURED,
          server: nativeModules,
          testTimeout: 240_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 's3',
          environment: 'node',
          include: ['tests/s3/**/*.test.ts'],
          globalSetup: ['tests/support/database/postgres.global.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        plugins: [viteReact()],
        test: {
          ...web,
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          exclude: SHARED_WEB,
          maxWorkers: service.maxWorkers,
          sequence: service.sequence,
        },
      },
      {
        extends: true,
        plugins: [viteReact()],
        test: { ...web, name: 'web-shared', include: SCREENS, isolate: false },
      },
      {
        extends: true,
        test: {
          ...web,
          name: 'web-plain',
          // A file that needs a document says so in its first line.
          environment: 'node',
          include: SHARED_WEB.filter((path) => !SCREENS.includes(path)),
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/browser/product.global.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // One process for file after file, with one browser.
          isolate: false,
          // One at a time: its layer and the sample's need the other core.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
