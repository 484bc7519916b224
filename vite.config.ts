import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import tailwindcss from '@tailwindcss/vite'
import viteReact from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { loadConfig } from './app.config.ts'
import { precompress } from './scripts/lib/precompress.ts'
import { noJsonSchemas, pureContract } from './scripts/lib/slim-client.ts'

const config = loadConfig()

export default defineConfig({
  server: { host: config.host, port: config.port, strictPort: true },
  resolve: { tsconfigPaths: true },
  // An inlined font would need 'data:' in the content security policy.
  build: { assetsInlineLimit: 0, sourcemap: false },
  plugins: [
    tailwindcss(),
    tanstackStart({ router: { routeFileIgnorePrefix: '-', quoteStyle: 'single', semicolons: false } }),
    viteReact(),
    pureContract(),
    noJsonSchemas(),
    precompress(),
  ],
})
