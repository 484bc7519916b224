import viteReact from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { nativeModules } from './tests/support/native-modules.ts'

/** Each has a process of its own: it examines it (modules, timers, children, memory), replaces modules, or waits long. */
const OWN_PROCESS = [
  'security/slow-{clients,web-clients}',
  'service/accounts/{password-rules,login-commits}',
  'service/db/embedded',
  'service/export/left-early',
  'service/http/{app,job-events,main,memory-budget,stalled-bodies}',
  'service/interpolation/interpolation',
  'service/isolation/{child-pool,run-in-child}',
  'service/mail/newcomer',
  'service/metrics/**/*',
  'service/place-groups/{country-outlines,validate-outlines}',
  'service/rasters/{hostile,killed-upload,raster-task,read-stored,receive*}',
  'service/signed-links/signed-links',
  'service/tables/read-in-child',
  'service/tasks/{out-of-memory,raster-work,run-layer,retry,worker}',
  'service/zips/zip-layout',
  'web/accounts/{page-person,session}',
  'web/transport/{calls,proxy-stream,web-server*}',
].map((name) => `tests/${name}.test.ts`)

/** Replaces modules of screens. */
const OWN_MODULES = ['tests/web/transport/error-reporting.test.tsx']

/** Simulations of the engine, comparisons with GDAL, mutants: long computations that few changes can affect. */
const COMPUTED = ['modelling/{coverage,fit-layer}', 'raster/{gdal/*,codecs/lerc,mutants,nigeria-sample}'].map(
  (name) => `tests/${name}.test.ts`,
)

/** They measure how long calls or closing take under a fault. */
const MEASURED = [
  'comic-down',
  'database',
  'dead-connections',
  'few-connections',
  'out-of-memory',
  'slow-readers',
].map((name) => `tests/faults/**/${name}.test.ts`)

/** They measure milliseconds and memory: nothing runs beside them. */
const ALONE = [
  'faults/**/{hostile-files,one-person,readers-disconnect,soak}',
  'security/{hostile-outlines,login-times}',
].map((name) => `tests/${name}.test.ts`)

const postgres = ['tests/support/database/postgres.global.ts']
const web = {
  environment: 'jsdom' as const,
  setupFiles: ['tests/support/web/web.setup.ts', 'tests/support/browser/screens.setup.ts'],
  testTimeout: 300_000,
}
/** Most wait: for a heartbeat, a slow client, a process that starts. */
const waiting = {
  maxWorkers: 5,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  globalSetup: postgres,
  server: nativeModules,
}

/** Projects with one `groupOrder` share their workers; groups run one after the other. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    clearMocks: true,
    expect: { poll: { timeout: 20_000 } },
    // Importing the product takes longer than most files' tests, so files share a process.
    isolate: false,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'computed',
          include: COMPUTED,
          server: nativeModules,
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/{lib,contract,modelling,raster,house}/**/*.test.ts'],
          exclude: COMPUTED,
          server: nativeModules,
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        plugins: [viteReact()],
        test: {
          ...web,
          name: 'web',
          include: ['tests/web/**/*.test.tsx'],
          exclude: OWN_MODULES,
        },
      },
      {
        extends: true,
        plugins: [viteReact()],
        test: { ...web, name: 'web-alone', include: OWN_MODULES, isolate: true },
      },
      {
        extends: true,
        test: {
          ...web,
          name: 'web-plain',
          // A file that needs a document says so in its first line.
          environment: 'node',
          include: ['tests/web/**/*.test.ts'],
          exclude: OWN_PROCESS,
        },
      },
      {
        extends: true,
        test: {
          ...waiting,
          name: 'process',
          include: OWN_PROCESS,
          isolate: true,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...waiting,
          name: 'service',
          include: ['tests/{service,security}/**/*.test.ts'],
          exclude: [...OWN_PROCESS, ...ALONE],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...waiting,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          exclude: [...MEASURED, ...ALONE],
          testTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...waiting,
          name: 'faults-measured',
          include: MEASURED,
          maxWorkers: 3,
          testTimeout: 180_000,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          ...waiting,
          name: 'alone',
          include: ALONE,
          maxWorkers: 1,
          testTimeout: 240_000,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/browser/product.global.ts'],
          // One process with one browser: the layers that the product computes need the other core.
          maxWorkers: 1,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 5 },
        },
      },
      {
        extends: true,
        test: {
          name: 's3',
          include: ['tests/s3/**/*.test.ts'],
          globalSetup: postgres,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 6 },
        },
      },
    ],
  },
})
