import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import tailwindcss from '@tailwindcss/vite'
import viteReact from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { loadConfig } from './app.config.ts'
import { precompress } from './web-server/precompress.ts'

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
    precompress(),
  ],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'libraries', tags: ['$initial'], test: /\/node_modules\//, priority: 3 },
                { name: 'first', tags: ['$initial'], priority: 2 },
                { name: 'shared', minShareCount: 25, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
})
