import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const OF_NODE = ['service', 'common', 'launcher', 'web-server', 'src/api/contract', 'app.config.ts']

/**
 * What Node.js runs by itself in the product, it runs by itself in tests: not transformed, so it starts sooner, and the
 * engine takes 0.6 of the time. For `test.server`.
 */
export const nativeModules = {
  deps: {
    external: OF_NODE.map((path) => new RegExp(join(root, path).replaceAll(/[^\w/]/g, String.raw`\$&`))),
  },
}
