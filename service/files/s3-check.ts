import type { S3Client } from '@aws-sdk/client-s3'
import type { S3Address } from './s3-address.ts'

/** Throws a message for the operator: no server, no bucket, no permission. */
export async function checkBucket(client: S3Client, { bucket, endpoint }: S3Address): Promise<void> {
  const { HeadBucketCommand } = await import('@aws-sdk/client-s3')
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
  } catch (error) {
    const { name, code, $metadata } = error as {
      name?: string
      code?: string
      $metadata?: { httpStatusCode?: number }
    }
    const status = $metadata?.httpStatusCode
    const why =
      status === 404
        ? 'it does not exist; create it first'
        : status === 403 || status === 401 || name === 'CredentialsProviderError'
          ? 'the credentials (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY) are missing or do not grant access'
          : `the store does not answer (${[code ?? name, status].filter(Boolean).join(', ')})`
    throw new Error(
      `FILES_URL names the bucket '${bucket}'${endpoint ? ` at ${new URL(endpoint).origin}` : ''}, but ${why}.`,
    )
  }
}
