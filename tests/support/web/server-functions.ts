import type { z } from 'zod'

interface Call {
  data?: unknown
  signal?: AbortSignal
}

/**
 * Server functions without the framework, for `vi.mock('@tanstack/react-start')`: the input passes the validator, then the
 * handler runs in this process. So tests reach the real `*.functions.ts`.
 */
export function createServerFn() {
  const made = (schema?: z.ZodType) => ({
    validator: (next: z.ZodType) => made(next),
    handler:
      (run: (call: Call) => unknown) =>
      async (call: Call = {}) =>
        run({ ...call, data: schema ? schema.parse(call.data) : undefined }),
  })
  return made()
}
