import { beforeEach, expect, vi } from 'vitest'

// Screens run the real server functions: what they ask of the service, tests/web/support/fake-api.ts answers.
if (expect.getState().testPath?.endsWith('.tsx')) {
  const fake = () => import('../../web/support/fake-api.ts')
  vi.doMock('@tanstack/react-start', () => import('../web/server-functions.ts'))
  vi.doMock('~/server/http/api.server.ts', async () => (await fake()).apiServer)
  // Outside of a request there is no answer to set a header of.
  vi.doMock('~/server/http/browser-cache.server.ts', () => ({ keepInBrowser: () => undefined }))
  vi.doMock('~/api/call.ts', async () => (await fake()).browserCall)
  vi.doMock('~/api/upload.ts', async (original) => (await fake()).uploads(await original()))
  vi.doMock('~/server/http/session.server.ts', async () => (await fake()).sessionServer)
  vi.doMock('~/server/http/proxy.server.ts', () => ({ proxy: vi.fn() }))

  const browser = () => import('../../web/support/fake-browser.tsx')
  const map = () => import('../../web/support/fake-map.ts')
  const tus = () => import('../../web/support/fake-tus.ts')
  vi.doMock('tus-js-client', tus)
  vi.doMock('~/components/map/overlays/draw-map.ts', map)
  vi.doMock('~/components/map/overlays/footprint-map.tsx', async () => ({
    default: (await browser()).FootprintMap,
  }))
  vi.doMock('~/components/map/overlays/points-map.tsx', async () => ({
    default: (await browser()).PointsMap,
  }))
  vi.doMock('~/lib/files/hash-file.ts', async () => ({ hashFile: (await browser()).hashFile }))
  vi.doMock('~/components/jobs/list/open-address.ts', async () => ({
    openAddress: (await browser()).openAddress,
  }))
  beforeEach(async () => {
    ;(await map()).drawn.reset()
    ;(await tus()).Upload.all = []
    ;(await browser()).footprintMap.draw(undefined)
  })
}
