export interface S3Address {
  bucket: string
  /** Prefix of every key; empty, or with a trailing slash. */
  prefix: string
  /** Address of a server other than Amazon's. */
  endpoint?: string
  region?: string
  /** The bucket in the path instead of the host name, as most self-hosted servers expect. */
  forcePathStyle: boolean
}

const OPTIONS = ['endpoint', 'region', 'forcePathStyle']
const EXAMPLE = 's3://bucket/prefix?endpoint=https://objects.example.org&region=us-east-1&forcePathStyle=true'

/** Sentences for the operator. The address itself is not repeated: it may contain a secret by mistake. */
const rejection = (what: string) => new Error(`FILES_URL ${what}. Its form is ${EXAMPLE}`)

export function parseS3Address(filesUrl: string): S3Address {
  const url = URL.parse(filesUrl)
  if (url?.protocol !== 's3:') throw rejection('is not the address of an object store')
  if (url.username || url.password)
    throw rejection('holds credentials; give them as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  const bucket = url.host
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw rejection('has no valid bucket name: 3 to 63 lowercase letters, digits, dots and hyphens')
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  if (prefix !== '' && !/^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9/._-]{0,199}$/.test(prefix))
    throw rejection('has a prefix with characters other than letters, digits, dots, hyphens and slashes')
  for (const name of url.searchParams.keys())
    if (!OPTIONS.includes(name))
      throw rejection(`has an unknown option; use ${OPTIONS.slice(0, -1).join(', ')} or ${OPTIONS.at(-1)}`)
  const option = (name: string) => url.searchParams.get(name) || undefined
  const endpoint = option('endpoint')
  if (endpoint !== undefined) {
    const server = URL.parse(endpoint)
    if (!server || !/^https?:$/.test(server.protocol) || server.username || server.password)
      throw rejection('has an endpoint that is not an http or https address')
  }
  const style = option('forcePathStyle') ?? 'false'
  if (!/^(true|false)$/.test(style)) throw rejection('has a forcePathStyle other than true or false')
  return {
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: option('region'),
    forcePathStyle: style === 'true',
  }
}
