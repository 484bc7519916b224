import type { FastifyReply, FastifyRequest } from 'fastify'
import { BASE_PATH } from '#contract/endpoint.ts'
import * as contract from '#contract/rasters/uploads.ts'
import { append } from '#service/domain/uploads/append.ts'
import { create } from '#service/domain/uploads/create.ts'
import { get } from '#service/domain/uploads/get.ts'
import { list } from '#service/domain/uploads/list.ts'
import { remove } from '#service/domain/uploads/remove.ts'
import { plainName } from '../../input/multipart.ts'
import { type Route, route } from '../../route.ts'
import { checkTusVersion, lengthIn, metadataIn, offsetIn } from '../../input/tus-headers.ts'

interface Tus {
  request: FastifyRequest
  reply: FastifyReply
}

const speak = ({ request, reply }: Tus) => {
  reply.header('tus-resumable', contract.TUS_VERSION)
  checkTusVersion(request)
}

const showExpiry = ({ reply }: Tus, at: string | Date) =>
  reply.header('upload-expires', new Date(at).toUTCString())

export const uploadsRoutes: Route[] = [
  route(contract.listUploads, ({ actor }, services) => list(services, actor.id)),
  route(contract.createUpload, async ({ actor, ...call }, services) => {
    speak(call)
    const about = { size: lengthIn(call.request), name: plainName(metadataIn(call.request).filename) }
    const made = await create(services, actor.id, about)
    showExpiry(call, made.expires_at)
    call.reply.code(201).header('location', `${BASE_PATH}/uploads/${made.id}`)
    return made
  }),
  route(contract.getUpload, async ({ actor, params, ...call }, services) => {
    speak(call)
    const upload = await get(services, actor.id, params.id)
    showExpiry(call, upload.expires_at)
    call.reply.header('upload-offset', upload.offset).header('upload-length', upload.size)
    return upload
  }),
  route(contract.appendUpload, async ({ actor, params, ...call }, services) => {
    speak(call)
    // Destroyed, the connection would end before the answer.
    const piece = call.request.raw.iterator({ destroyOnReturn: false })
    const now = await append(services, actor.id, params.id, offsetIn(call.request), piece)
    if (!now.complete && now.expires_at) showExpiry(call, now.expires_at)
    call.reply.header('upload-offset', now.offset)
  }),
  route(contract.deleteUpload, async ({ actor, params, ...call }, services) => {
    speak(call)
    await remove(services, actor.id, params.id)
  }),
]
