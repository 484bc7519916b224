import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import tailwindcss from '@tailwindcss/vite'
import viteReact from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { loadConfig } from './app.config.ts'
import { precompress } from './web-server/precompress.ts'
import { chunkGroups } from './scripts/lib/chunk-groups.ts'
import { pureContract } from './scripts/lib/pure-contract.ts'

const config = loadConfig()

export default defineConfig({
  base: `${config.basePath}/`,
  server: { host: config.host, port: config.port, strictPort: true },
  resolve: { tsconfigPaths: true },
  // An inlined font would need 'data:' in the content security policy.
  build: { assetsInlineLimit: 0, sourcemap: false },
  plugins: [
    tailwindcss(),
    tanstackStart({
      // By its whole name: there is a folder of that name, too.
      server: { entry: './server.tsx' },
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
              groups: chunkGroups,
            },
          },
        },
      },
    },
  },
})
