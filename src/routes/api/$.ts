import { createFileRoute } from '@tanstack/react-router'
import { proxy } from '~/server/http/proxy.server.ts'

const handler = ({ request }: { request: Request }) => proxy(request)

export const Route = createFileRoute('/api/$')({
  server: {
    handlers: {
      GET: handler,
      HEAD: handler,
      OPTIONS: handler,
      POST: handler,
      PUT: handler,
      PATCH: handler,
      DELETE: handler,
    },
  },
})
