import { z } from 'zod'
import type { JsonSchema } from './openapi-document.ts'

const isEmpty = (schema: unknown) =>
  typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0

/**
 * A preprocessed list (`many`) accepts what its list accepts; a schema generated for output does not show that.
 * 'Anything or null' is anything.
 */
export function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodPipe && zodSchema.in instanceof z.ZodTransform)
        Object.assign(jsonSchema, toSchema(zodSchema.out as z.ZodType, io))
      if (jsonSchema.anyOf?.some(isEmpty)) delete jsonSchema.anyOf
      // Linters and generators look for `items` in every array; `maxItems` closes a tuple too.
      if (jsonSchema.items === false) jsonSchema.items = {}
    },
  }) as JsonSchema
  delete made.$schema
  return made
}
