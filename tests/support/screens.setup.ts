import { expect, vi } from 'vitest'

// Screens run the real server functions: what they ask of the service, tests/web/fake-api.ts answers.
if (expect.getState().testPath?.endsWith('.tsx')) {
  const fake = () => import('../web/fake-api.ts')
  vi.doMock('@tanstack/react-start', () => import('./server-functions.ts'))
  vi.doMock('~/server/api.server.ts', async () => (await fake()).apiServer)
  // Outside of a request there is no answer to set a header of.
  vi.doMock('~/server/browser-cache.server.ts', () => ({ keepInBrowser: () => undefined }))
  vi.doMock('~/api/call.ts', async () => ({ call: (await fake()).browserApi.call }))
  vi.doMock('~/api/upload.ts', async () => {
    const { upload, uploadLater } = (await fake()).browserApi
    return { upload, uploadLater }
  })
  vi.doMock('~/server/session.server.ts', async () => (await fake()).sessionServer)
  vi.doMock('~/server/proxy.server.ts', () => ({ proxy: vi.fn() }))
}
