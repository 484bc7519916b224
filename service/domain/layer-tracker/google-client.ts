import { readFile } from 'node:fs/promises'
import type { sheets_v4 } from '@googleapis/sheets'
import { z } from 'zod'
import type { AppConfig } from '#config'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

type Config = Pick<AppConfig, 'googleServiceAccountFile' | 'googleApiUrl'>

const account = z.object({
  client_email: z.string().min(3),
  private_key: z.string().includes('PRIVATE KEY'),
})

export interface GoogleSheets {
  spreadsheets: sheets_v4.Resource$Spreadsheets
  /** The address with which people share their sheet. */
  email: string
}

const CALL_MS = 10_000
const clients = new Map<string, Promise<GoogleSheets>>()

/** The client of the configured service account; it obtains and renews its own tokens. */
export function openGoogleSheets(config: Config): Promise<GoogleSheets> {
  const name = `${config.googleServiceAccountFile} ${config.googleApiUrl ?? ''}`
  const client = clients.get(name) ?? open(config)
  clients.set(name, client)
  client.catch(() => clients.delete(name))
  return client
}

async function open({ googleServiceAccountFile, googleApiUrl }: Config): Promise<GoogleSheets> {
  const { client_email, private_key } = await readAccount(googleServiceAccountFile ?? '')
  // Heavy, and few installations need it.
  const [{ sheets }, { JWT }] = await Promise.all([
    import('@googleapis/sheets'),
    import('google-auth-library'),
  ])
  const auth = new JWT({
    email: client_email,
    key: private_key,
    scopes: ['https://www.googleapis.com/auth/spreadsheets'],
    transporterOptions: {
      timeout: CALL_MS,
      ...(googleApiUrl === undefined ? {} : { fetchImplementation: fetchFrom(googleApiUrl) }),
    },
  })
  const { spreadsheets } = sheets({ version: 'v4', auth, timeout: CALL_MS, retry: false })
  return { spreadsheets, email: client_email }
}

/** A test double on this machine answers for all of Google's addresses. */
function fetchFrom(root: string): typeof fetch {
  return (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(new URL(pathname + search, root), init)
  }
}

async function readAccount(path: string) {
  const read = account.safeParse(
    await readFile(path, 'utf8')
      .then((text) => JSON.parse(text) as unknown)
      .catch(() => null),
  )
  if (read.success) return read.data
  throw new ServiceError(
    'unavailable',
    sentence`Google Sheets is not set up: the file of the service account cannot be read. Ask the operator of the service to check it.`,
  )
}
