import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import tailwindcss from '@tailwindcss/vite'
import viteReact from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { loadConfig } from './app.config.ts'
import { precompress } from './web-server/precompress.ts'
import { pureContract } from './scripts/lib/pure-contract.ts'

const config = loadConfig()

export default defineConfig({
  server: { host: config.host, port: config.port, strictPort: true },
  resolve: { tsconfigPaths: true },
  // An inlined font would need 'data:' in the content security policy.
  build: { assetsInlineLimit: 0, sourcemap: false },
  plugins: [
    tailwindcss(),
    tanstackStart({
      router: {
        routeFileIgnorePrefix: '-',
        quoteStyle: 'single',
        semicolons: false,
        // What a screen fetches comes with the screen: nothing of it in what every screen loads first.
        codeSplittingOptions: {
          defaultBehavior: [['component', 'loader', 'errorComponent', 'notFoundComponent']],
        },
      },
    }),
    viteReact(),
    pureContract(),
    precompress(),
  ],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Every screen's files are listed in what every screen loads first: names would weigh 1.6 KB there.
            chunkFileNames: 'assets/[hash].js',
            codeSplitting: {
              includeDependenciesRecursively: false,
              // Two files instead of twenty: together they squeeze better, and the libraries outlast a new version.
              groups: [
                { name: 'libraries', tags: ['$initial'], test: /\/node_modules\//, priority: 2 },
                { name: 'first', tags: ['$initial'], priority: 1 },
                {
                  name: 'table',
                  test: /\/components\/data-table\/(?!filters\/|tools\/|warm|none|choices-of|calendar-date)/,
                },
                {
                  name: 'small-parts',
                  test: /\/components\/ui\/(alert|badge|card|facts|relative-time|textarea|select)\.tsx/,
                },
              ],
            },
          },
        },
      },
    },
  },
})
