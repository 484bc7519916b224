import {
  deleteCookie,
  getCookie,
  getRequest,
  getRequestHeader,
  setCookie,
} from '@tanstack/react-start/server'
import { z } from 'zod'
import { type Person, person } from '#contract/accounts/accounts.ts'
import { ApiError } from '~/api/api-error.ts'
import { readWidths } from '~/lib/column-widths.ts'
import { readColumns } from '~/lib/own-columns.ts'
import { config } from './config.server.ts'

/** The browser keeps both for a day and each profile fetch renews them; the service decides when a token expires. */
const MAX_AGE_S = 86_400

const secure = () => config.appUrl.startsWith('https:') || new URL(getRequest().url).protocol === 'https:'
const tokenName = () => (secure() ? '__Host-token' : 'token')
const attributes = () => ({ path: '/', sameSite: 'lax' as const, secure: secure(), maxAge: MAX_AGE_S })

export const readToken = (): string | undefined => getCookie(tokenName()) || undefined

export function writeToken(token: string): void {
  setCookie(tokenName(), token, { ...attributes(), httpOnly: true })
}

export function readUser(): Person | null {
  try {
    return person.parse(JSON.parse(getCookie('current-user') ?? ''))
  } catch {
    return null
  }
}

export function writeUser({ id, name, roles }: Person): void {
  setCookie('current-user', JSON.stringify({ id, name, roles }), attributes())
}

export function clearSession(): void {
  deleteCookie(tokenName(), { ...attributes(), httpOnly: true, maxAge: 0 })
  deleteCookie('current-user', { ...attributes(), maxAge: 0 })
}

const probeName = () => (secure() ? '__Host-probe' : 'probe')

/** A cookie like the session's: the browser keeps both or neither. */
export const writeProbe = () =>
  setCookie(probeName(), 'kept', { ...attributes(), httpOnly: true, maxAge: 600 })

/** @throws ApiError if the browser has not sent the probe back. */
export function checkProbe(): void {
  if (getCookie(probeName()) === 'kept') return
  const byHttp = secure() && getRequestHeader('origin')?.startsWith('http:')
  throw new ApiError(
    412,
    byHttp
      ? `This page was opened over http, where no session can be kept: open ${config.appUrl} and log in there.`
      : 'Your browser does not keep the cookies of this site, so no session can begin: allow them in its settings, then log in again.',
  )
}

const theme = z.enum(['light', 'dark', 'system']).catch('light')
export const readTheme = () => theme.parse(getCookie('theme'))
export const readRail = () => getCookie('menu') === 'rail'
export const readDense = () => getCookie('density') === 'compact'
export const readColumnWidths = () => readWidths(getCookie('column-widths') ?? '')
export const readOwnColumns = () => readColumns(getCookie('columns') ?? '')
/** The time column by table. */
export const readNewestFirst = () => readColumns(getCookie('newest-first') ?? '')
export const readFirstSteps = () => getCookie('first-steps') !== 'hidden'
