import type { TestPerson, TestService } from '../../support/service.ts'

export const PIECE = 'application/offset+octet-stream'
export const TUS = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** The calls of a tus client, by hand. */
export const tusOf = (service: TestService, person: TestPerson) => {
  const headers = { ...person.headers, ...TUS }
  return {
    create: (size: number | string, name = 'elevation.tif', more: Record<string, string> = {}) =>
      service.inject({
        method: 'POST',
        url: '/uploads',
        headers: {
          ...headers,
          'upload-length': String(size),
          'upload-metadata': `filename ${base64(name)}`,
          ...more,
        },
      }),
    append: (id: string, offset: number | string, piece: Buffer, type = PIECE) =>
      service.inject({
        method: 'PATCH',
        url: `/uploads/${id}`,
        headers: { ...headers, 'upload-offset': String(offset), 'content-type': type },
        payload: piece,
      }),
    head: (id: string) => service.inject({ method: 'HEAD', url: `/uploads/${id}`, headers }),
    get: (id: string) => service.inject({ url: `/uploads/${id}`, headers }),
    list: () => service.inject({ url: '/uploads', headers }),
    remove: (id: string) => service.inject({ method: 'DELETE', url: `/uploads/${id}`, headers }),
  }
}
