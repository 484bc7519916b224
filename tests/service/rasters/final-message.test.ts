import { expect, it } from 'vitest'
import { finalMessage } from '#service/domain/rasters/final-message.ts'
import { remoteFailure } from '#service/domain/worldpop/open-remote.ts'
import { sentence } from '#service/sentence.ts'
import { ServiceError } from '#service/service-error.ts'

it('a store that is away may pass; an address that does not answer is final, and is not fetched again and again', () => {
  expect(
    finalMessage(new ServiceError('unavailable', sentence`The file store cannot be reached.`)),
  ).toBeNull()
  expect(finalMessage(remoteFailure(sentence`'data.example.org' answers 500.`))).toBe(
    "'data.example.org' answers 500.",
  )
})
