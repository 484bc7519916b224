import { loadConfig } from '#config'
import { expect, test } from 'vitest'
import { clientAddress } from '~/server/http/client-address.ts'

test('trusts no proxy by default', () => {
  expect(clientAddress('198.51.100.7', '203.0.113.9', [])).toBe('198.51.100.7')
  expect(clientAddress('::ffff:127.0.0.1', '203.0.113.9', [])).toBe('127.0.0.1')
})

test('takes the client’s address from a trusted proxy, whatever the client claimed', () => {
  const trusted = ['loopback', '10.0.0.0/8']
  expect(clientAddress('10.1.2.3', '1.1.1.1, 203.0.113.9', trusted)).toBe('203.0.113.9')
  expect(clientAddress('127.0.0.1', '203.0.113.9, 10.0.0.5', trusted)).toBe('203.0.113.9')
  expect(clientAddress('192.0.2.1', '203.0.113.9', trusted)).toBe('192.0.2.1')
  expect(clientAddress('10.1.2.3', undefined, trusted)).toBe('10.1.2.3')
})

test('the configuration accepts names, addresses and ranges, and rejects anything else', () => {
  expect(loadConfig({}).webTrustProxy).toEqual([])
  expect(loadConfig({ TRUST_PROXY: 'off' }).trustProxy).toEqual([])
  expect(loadConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8 2001:db8::/32' }).trustProxy).toEqual([
    'loopback',
    '10.0.0.0/8',
    '2001:db8::/32',
  ])
  for (const value of ['on', '10.0.0.0/33', '10.0.0', 'proxy.example', '10.0.0.1/8/8', '*'])
    expect(() => loadConfig({ WEB_TRUST_PROXY: value }), value).toThrow('WEB_TRUST_PROXY')
})

test('the address of the web application may have a path, and nothing after it', () => {
  const config = (APP_URL: string) => loadConfig({ APP_URL })
  expect(config('https://example.org/strata/')).toMatchObject({
    appUrl: 'https://example.org/strata',
    basePath: '/strata',
  })
  expect(config('https://example.org').basePath).toBe('')
  for (const value of [
    'strata.example.org',
    'ftp://example.org',
    'https://example.org/?a=1',
    'https://example.org/a b',
  ])
    expect(() => config(value), value).toThrow('APP_URL')
  expect(() => loadConfig({ CORS_ORIGINS: 'https://example.org/maps' })).toThrow('CORS_ORIGINS')
})
