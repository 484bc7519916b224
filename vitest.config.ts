import viteReact from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { startFirst } from './tests/support/start-first.ts'

/** Tests that look at the process itself (its modules, timers, children, memory): each file has one of its own. */
const OWN_PROCESS = [
  'accounts/{password-rules,sign-in-commits}',
  '{app,db,docs,export,files,http,interpolation,isolation,load,mail,metrics,signed-links,tables,tasks,zips}/**/*',
  'place-groups/{country-outlines,geopackage,validate-outlines}',
  'rasters/{hostile,killed-upload,raster-task,read-stored,receive*}',
].map((name) => `tests/service/${name}.test.ts`)

const service = {
  environment: 'node' as const,
  globalSetup: ['tests/support/postgres.global.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Some wait for a lost worker's heartbeat or for a process to start: a third one uses that time.
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
}

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    clearMocks: true,
    // Left to itself, a run keeps one core for watching: half of the two that CI has.
    maxWorkers: 2,
    sequence: {
      sequencer: startFirst(
        'service/tasks/worker',
        'service/tasks/raster-work',
        'service/rasters/killed-upload',
        'service/http/main',
        'service/http/job-events',
        'service/place-groups/country-outlines',
        'modelling/coverage',
        'modelling/fit-layer',
        'web/web-server',
        // The sample's layer is computed meanwhile; the last two files wait for layers.
        ...['screens', 'surveys', 'catalog-screens', 'rasters', 'accounts', 'help', 'first-load']
          .concat('add-country', 'main-job', 'catalog-actions')
          .map((name) => `e2e/${name}`),
      ),
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/{lib,contract,modelling,raster,house}/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...service,
          name: 'service',
          include: OWN_PROCESS,
        },
      },
      {
        extends: true,
        test: {
          ...service,
          name: 'service-shared',
          include: ['tests/service/**/*.test.ts'],
          exclude: OWN_PROCESS,
          // One process for file after file: importing the service takes longer than most of its tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 's3',
          environment: 'node',
          include: ['tests/s3/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.global.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        plugins: [viteReact()],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/web.setup.ts', 'tests/support/screens.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/product.global.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // Alone: its layer and the sample's need the other core.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
