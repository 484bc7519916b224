import { describe, expect, test } from 'vitest'
import { ApiError } from '~/api/api-error.ts'
import { emailCheck, nameCheck, newPasswordCheck } from '~/components/accounts/login/checks.ts'
import { formatDevice, isPhone } from '~/components/accounts/profile/device-labels.ts'
import { rejectionOf } from '~/components/form/checks.ts'
import { passwordStrength } from '#contract/accounts/password-strength.ts'
import { tokenSearch } from '~/components/accounts/login/token-search.ts'

describe('strength of a password', () => {
  test.each([
    ['seven77', 'Too short'],
    ['aaaaaaaaaaaaaaaaaaaa', 'Weak'],
    ['abcdefghijklmnop', 'Weak'],
    ['password1234', 'Weak'],
    ['Ada-Lovelace-18', 'Weak'],
    ['tk4w9xqz', 'Fair'],
    ['tulip-harbour', 'Good'],
    ['correct horse battery staple', 'Strong'],
    ['дом у реки без крыши', 'Strong'],
  ])('%s: %s', (password, word) => {
    expect(passwordStrength(password, ['ada.lovelace@strata.example', 'Ada', 'Lovelace']).word).toBe(word)
  })

  test('length counts, kinds of characters do not', () => {
    expect(passwordStrength('tkhwmxqz').score).toBe(passwordStrength('tK4w!xQ9').score)
    expect(passwordStrength('tkhwmxqzbrfnpd').score).toBeGreaterThan(passwordStrength('tK4w!xQ9').score)
  })

  test.each([
    ['Benin2025', ['Benin'], /made up of your name/],
    ['iloveyou2', [], /too common/],
    ['abcdefgh12', [], /neighbouring or repeated/],
    ['1984-12-25', [], /too easy to guess/],
    ['tulip-harbour', [], undefined],
  ])('says why %s is rejected', (password, known, reason) => {
    const { rejection, word } = passwordStrength(password, known)
    if (reason === undefined) expect(rejection).toBeUndefined()
    else {
      expect(rejection).toMatch(reason)
      expect(word).toBe('Weak')
    }
  })
})

describe('checks', () => {
  test('a password has 8 to 128 characters', () => {
    expect(newPasswordCheck('')).toBe('Enter a new password.')
    expect(newPasswordCheck('1234567')).toBe('The password needs at least 8 characters.')
    expect(newPasswordCheck('12345678')).toBeUndefined()
    expect(newPasswordCheck('x'.repeat(128))).toBeUndefined()
    expect(newPasswordCheck('x'.repeat(129))).toBe('The password can have at most 128 characters.')
  })

  test('an email address', () => {
    expect(emailCheck(' ')).toBe('Enter your email address.')
    expect(emailCheck('ada')).toContain('such as')
    expect(emailCheck(' ada@strata.example ')).toBeUndefined()
  })

  test('a name is not blank', () => {
    expect(nameCheck('first name')('  ')).toBe('Enter your first name.')
    expect(nameCheck('first name')('Ó')).toBeUndefined()
    expect(nameCheck('first name')('x'.repeat(101))).toContain('at most 100')
  })
})

describe('errors of a form', () => {
  const names = ['email', 'password']

  test('shows rejections at their fields and everything else above the form', () => {
    const error = new ApiError(422, 'Two values are not valid.', [
      { field: 'password', message: 'This password is guessed easily.', help: 'Take several words.' },
      { field: 'password', message: 'A second one' },
      { field: 'elsewhere', message: 'Something of another form' },
      { message: 'Nothing in particular' },
    ])
    expect(rejectionOf(error, names)).toEqual({
      fields: { password: 'This password is guessed easily. Take several words.' },
      others: ['Something of another form', 'Nothing in particular'],
    })
  })

  test('shows the service’s message if there are no items, and the generic one if there was no answer', () => {
    expect(rejectionOf(new ApiError(429, 'Too many tries.'), names).others).toEqual(['Too many tries.'])
    expect(rejectionOf(new ApiError(0, ''), names).others).toEqual(['Something went wrong, please try again'])
    expect(rejectionOf(new TypeError('x'), names).others).toEqual(['Something went wrong, please try again'])
  })
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML) Chrome/140.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19 Mobile Safari/604',
    'Safari on iOS',
  ],
  ['curl/8.14.1', 'curl'],
  ['python-requests/2.32', 'Python'],
  ['Something else', 'Something else'],
  [null, 'Unknown device'],
])('%s is %s', (agent, words) => {
  expect(formatDevice(agent)).toBe(words)
  expect(isPhone(agent)).toBe(agent?.includes('iPhone') ?? false)
})

test.each([
  [{ token: 'ab_C-9' }, 'ab_C-9'],
  [{ token: 12345 }, '12345'],
  [{ token: ['a', 'b'] }, undefined],
  [{ token: 'x'.repeat(201) }, undefined],
  [{}, undefined],
])('the token of %j', (search, token) => {
  expect(tokenSearch.parse(search).token).toBe(token)
})
