import type { Endpoint, Role } from '#contract/endpoint.ts'

export type JsonSchema = Record<string, unknown>

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
}

export interface MediaContent {
  schema?: JsonSchema
  example?: unknown
}

export interface ResponseObject {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, MediaContent>
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: []
  'x-roles'?: readonly Role[]
  /** What an access token must be allowed; 'session': no access token may make the call. */
  'x-scope'?: Endpoint['scope']
  'x-timeout-ms': number
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, MediaContent> }
  responses: Record<string, ResponseObject | { $ref: string }>
}

export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string; description: string }[]
  security: Record<string, []>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, ResponseObject>
    securitySchemes: Record<string, JsonSchema>
  }
}
