import { describe, expect, it } from 'vitest'
import { openFileStore } from '../../../service/files/open-file-store.ts'
import { parseS3Address } from '../../../service/files/s3-address.ts'

describe('the address of an object store', () => {
  it('names bucket, prefix and options', () => {
    expect(
      parseS3Address(
        's3://bucket/some/prefix/?endpoint=http://127.0.0.1:8080&region=eu-west-1&forcePathStyle=true',
      ),
    ).toEqual({
      bucket: 'bucket',
      prefix: 'some/prefix/',
      endpoint: 'http://127.0.0.1:8080',
      region: 'eu-west-1',
      forcePathStyle: true,
    })
    expect(parseS3Address('s3://bucket')).toMatchObject({
      prefix: '',
      endpoint: undefined,
      forcePathStyle: false,
    })
  })
  it.each([
    ['s3://', /is not the address|has no valid bucket name/],
    ['s3://KEY:canary@bucket', /holds credentials; give them as AWS_ACCESS_KEY_ID/],
    ['s3://b', /has no valid bucket name/],
    ['s3://bucket/a/../../b c', /prefix/],
    ['s3://bucket/a/..%2F..%2Fb', /prefix/],
    ['s3://bucket?endpont=http://x', /has an unknown option; use endpoint, region or forcePathStyle/],
    ['s3://bucket?endpoint=ftp://x', /endpoint/],
    ['s3://bucket?endpoint=http://a:canary@x', /endpoint/],
    ['s3://bucket?forcePathStyle=yes', /forcePathStyle/],
  ])('%s is rejected, and not repeated', (address, sentence) => {
    const open = () => openFileStore({ filesUrl: address, dataDir: '/nowhere' })
    expect(open).toThrow(sentence)
    expect(open).not.toThrow(/canary/)
  })
})
