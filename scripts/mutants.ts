/**
 * The mutants of one room, made and counted by Stryker: `npm run mutants -- geometry`. For another folder or file, name it
 * and its tests: `npm run mutants -- service/domain/tags 'tests/service/tags/*.test.ts'`. It takes minutes to hours, and
 * prints each mutant that survived.
 */
import { Stryker } from '@stryker-mutator/core'

const ROOMS: Record<string, { sources: string; tests: string[] }> = {
  geometry: {
    sources: 'service/geometry',
    tests: [
      'tests/raster/{area,rectangles-met,grids/cell-shares}.test.ts',
      'tests/service/place-groups/{geopackage,other-forms,parts,simplify}.test.ts',
      'tests/service/surveys/{place-remedies,true-places}.test.ts',
      'tests/service/countries/bounds.test.ts',
    ],
  },
  tables: {
    sources: 'service/tables',
    tests: [
      'tests/service/{tables/{foreign-files,json-error,missing-value,number-readings},configuration/parse,export/plain-text}.test.ts',
    ],
  },
  lib: {
    sources: 'src/lib',
    tests: [
      'tests/lib/{figures,home-helpers,sha256}.test.ts',
      'tests/web/{lib/*,data-table/{column-widths,own-columns},jobs/report-figures}.test.ts',
    ],
  },
  modelling: { sources: 'service/modelling', tests: ['tests/modelling/**/!(coverage|fit-layer).test.ts'] },
  raster: {
    sources: 'service/raster',
    tests: ['tests/raster/!(mutants|nigeria-sample).test.ts', 'tests/raster/!(gdal)/**/!(lerc).test.ts'],
  },
}

const [name, ...tests] = process.argv.slice(2)
const room = ROOMS[name] ?? { sources: name, tests }
if (room.tests.length === 0) {
  console.error(`Name a room (${Object.keys(ROOMS).join(', ')}), or a folder or file and its tests.`)
  process.exit(1)
}
process.env.MUTANT_TESTS = JSON.stringify(room.tests)
await new Stryker({
  mutate: [room.sources.endsWith('.ts') ? room.sources : `${room.sources}/**/*.ts`],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/support/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Those of constants would need all tests each.
  ignoreStatic: true,
  // TypeScript 7 has no JavaScript API to rewrite it with.
  tsconfigFile: 'none',
  ignorePatterns: ['data', 'dist'],
  tempDirName: 'tmp/stryker',
  cleanTempDir: 'always',
  concurrency: 2,
  allowConsoleColors: false,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { logTests: false, reportTests: false },
}).runMutationTest()
