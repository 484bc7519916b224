import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

/**
 * The typed configuration: environment → one object. Imported by vite.config.ts, the web server, the service and the worker.
 * Erasable TypeScript only: Node runs this file as it is.
 */
const port = z.coerce.number().int().min(1).max(65_535)
const optional = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined)

const isAddressRange = (entry: string) => {
  const [address, bits, ...more] = entry.split('/')
  const longest = { 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    more.length === 0 && (bits === undefined ? longest > 0 : /^\d+$/.test(bits) && Number(bits) <= longest)
  )
}
/** 'off', or proxies by 'loopback', address (10.0.0.7) or range (10.0.0.0/8), separated by commas. */
const proxies = z
  .string()
  .default('off')
  .transform((value) => (value.trim() === 'off' ? [] : value.split(/[\s,]+/).filter(Boolean)))
  .refine((entries) => entries.every((entry) => entry === 'loopback' || isAddressRange(entry)), {
    error: "'off', 'loopback', addresses or ranges such as 10.0.0.0/8, separated by commas",
  })

/** Without query and fragment, and with a path that needs no encoding. */
const isPlainAddress = (address: string) => {
  if (!URL.canParse(address)) return false
  const { pathname, search, hash } = new URL(address)
  return search === '' && hash === '' && /^(\/[\w.~-]+)*\/?$/.test(pathname)
}

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  API_PORT: port.default(8092),
  API_URL: optional.pipe(z.url().optional()),
  /** Where the service is reached from outside, without /api/v1; signed links begin with it. */
  API_PUBLIC_URL: optional.pipe(z.url().optional()),
  /**
   * Where people open the web application, with a path if it is served below one; links in mails and the Secure flag of
   * cookies derive from it.
   */
  APP_URL: optional.pipe(
    z
      .url({ protocol: /^https?$/ })
      .refine(isPlainAddress, 'an address such as https://strata.example.org or https://example.org/strata')
      .optional(),
  ),
  /** Origins whose pages may read from the service with a token, separated by commas; empty: none. */
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine(
      (origins) => origins.every(isOrigin),
      'origins such as https://maps.example.org, separated by commas',
    ),
  DATABASE_URL: optional,
  FILES_URL: optional,
  DATA_DIR: z.string().default('./data'),
  SAMPLES: z.enum(['on', 'off']).default('on'),
  ADMIN_EMAIL: z.email().default('admin@strata.example'),
  /** Name of the first account. If empty, taken from the address: ada.lovelace@… */
  ADMIN_FIRST_NAME: optional.pipe(z.string().max(100).optional()),
  ADMIN_LAST_NAME: optional.pipe(z.string().max(100).optional()),
  ADMIN_PASSWORD: optional.pipe(z.string().min(8, 'at least 8 characters').max(128).optional()),
  SMTP_URL: optional.pipe(
    z
      .url({ protocol: /^smtps?$/, error: 'an address such as smtps://user:password@mail.example.org' })
      .optional(),
  ),
  /** The sender of mails, e.g. `Strata <strata@example.org>`. */
  MAIL_FROM: optional,
  /**
   * Comma-separated domains. People who confirm an address of one become staff; all others wait for an admin. Empty:
   * everyone waits.
   */
  REGISTRATION_DOMAINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .map((domain) => domain.replace(/^@/, ''))
        .filter(Boolean),
    )
    .pipe(z.array(z.hostname('a list of domains such as example.org'))),
  /** Key file of a service account; with it layer trackers are Google sheets. */
  GOOGLE_SERVICE_ACCOUNT_FILE: optional,
  /** A stand-in for Google's addresses, on this machine only. */
  GOOGLE_API_URL: optional.pipe(
    z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ }).optional(),
  ),
  SENTRY_DSN: optional,
  /** The commit that is deployed, for the provenance of results; without it, git's if there is a clone. */
  STRATA_COMMIT: optional,
  BRAND_NAME: z.string().trim().min(1).max(40).default('Strata'),
  WORKERS: z.coerce.number().int().min(0).max(64).default(1),
  /** Address of the home page's comic as JSON or HTML; empty: no comic. */
  COMIC_URL: optional.pipe(z.url().optional()),
  /** A JSON list of `{title, url, description}` for Home's useful documents. */
  DOCUMENTS_FILE: optional,
  /** Hosts that population rasters may be fetched from, separated by commas; empty: none. */
  WORLDPOP_HOSTS: z.string().default('data.worldpop.org'),
  /** What the rasters of one person may take up, as they were sent. */
  UPLOAD_QUOTA_GIB: z.coerce.number().min(0.001).max(1_000_000).default(1000),
  /** An unfinished upload is removed when nothing has arrived for this many hours. */
  UPLOAD_HOURS: z.coerce.number().min(1).max(8760).default(168),
  /** Proxies whose X-Forwarded-For the service trusts: the web servers, and a proxy in front of the service itself. */
  TRUST_PROXY: proxies,
  /** Proxies whose X-Forwarded-For the web application trusts: the reverse proxy in front of it. */
  WEB_TRUST_PROXY: proxies,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** A log file of DATA_DIR is put aside at this size; so many of each are kept aside. */
  LOG_FILE_MIB: z.coerce.number().int().min(1).max(10_000).default(10),
  LOG_FILES: z.coerce.number().int().min(1).max(100).default(5),
})

const document = z.strictObject({
  title: z.string().trim().min(1).max(100),
  url: z.url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' }).max(2000),
  description: z.string().trim().min(1).max(300),
})

/** Shown on Home; `DOCUMENTS_FILE` names an organisation's own. */
const DOCUMENTS: z.output<typeof document>[] = [
  {
    title: 'Knowledge Base',
    url: 'https://en.wikipedia.org/wiki/Spatial_analysis',
    description: 'Wikipedia on spatial analysis, the field of the methods behind the maps',
  },
  {
    title: 'Glossary',
    url: 'https://en.wikipedia.org/wiki/Glossary_of_geography_terms',
    description: 'Wikipedia’s glossary of the terms of geography',
  },
  {
    title: 'Colleague Bios',
    url: 'https://www.who.int/about/people',
    description: 'The people of the World Health Organization; an admin can link those of your organisation',
  },
  {
    title: 'Reading Suggestions',
    url: 'https://www.paulamoraga.com/book-geospatial/',
    description: 'Geospatial Health Data, a free book by Paula Moraga on modelling and mapping',
  },
]

function readDocuments(file: string | undefined): z.output<typeof document>[] {
  if (file === undefined) return DOCUMENTS
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read'
    throw new Error(`The configuration is not valid:\nDOCUMENTS_FILE: ${file} ${reason}.`, { cause: error })
  }
  const parsed = z.array(document).max(50).safeParse(content)
  if (parsed.success) return parsed.data
  throw new Error(
    `The configuration is not valid:\nDOCUMENTS_FILE: ${file}\n${z.prettifyError(parsed.error)}`,
  )
}

export function loadConfig(env: Record<string, string | undefined> = process.env) {
  const parsed = environment.safeParse(env)
  if (!parsed.success) throw new Error(`The configuration is not valid:\n${z.prettifyError(parsed.error)}`)
  const e = parsed.data
  const dataDir = resolve(e.DATA_DIR)
  const appUrl = (e.APP_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, '')
  return {
    mode: e.NODE_ENV,
    host: e.HOST,
    port: e.PORT,
    apiPort: e.API_PORT,
    apiUrl: (e.API_URL ?? `http://127.0.0.1:${e.API_PORT}/api/v1`).replace(/\/+$/, ''),
    apiPublicUrl: (e.API_PUBLIC_URL ?? `http://localhost:${e.API_PORT}`).replace(/\/+$/, ''),
    appUrl,
    /** The path of `appUrl`: '' or one such as '/strata'. */
    basePath: new URL(appUrl).pathname.replace(/\/$/, ''),
    corsOrigins: e.CORS_ORIGINS,
    databaseUrl: e.DATABASE_URL,
    filesUrl: e.FILES_URL,
    dataDir,
    samples: e.SAMPLES === 'on',
    admin: {
      email: e.ADMIN_EMAIL.toLowerCase(),
      password: e.ADMIN_PASSWORD,
      firstName: e.ADMIN_FIRST_NAME,
      lastName: e.ADMIN_LAST_NAME,
    },
    smtpUrl: e.SMTP_URL,
    mailFrom:
      e.MAIL_FROM ??
      `"${e.BRAND_NAME.replace(/["\\]/g, '')}" <no-reply@${new URL(e.APP_URL ?? 'http://localhost').hostname}>`,
    registrationDomains: e.REGISTRATION_DOMAINS,
    googleServiceAccountFile: e.GOOGLE_SERVICE_ACCOUNT_FILE,
    googleApiUrl: e.GOOGLE_API_URL,
    sentryDsn: e.SENTRY_DSN,
    commit: e.STRATA_COMMIT,
    brandName: e.BRAND_NAME,
    workers: e.WORKERS,
    comicUrl: e.COMIC_URL,
    worldpopHosts: e.WORLDPOP_HOSTS.split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
    uploads: { quotaBytes: Math.floor(e.UPLOAD_QUOTA_GIB * 2 ** 30), hours: e.UPLOAD_HOURS },
    trustProxy: e.TRUST_PROXY,
    webTrustProxy: e.WEB_TRUST_PROXY,
    logLevel: e.LOG_LEVEL,
    logFiles: { maxMiB: e.LOG_FILE_MIB, files: e.LOG_FILES },
    documents: readDocuments(e.DOCUMENTS_FILE),
  }
}
export type AppConfig = ReturnType<typeof loadConfig>
