import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepEarlyPress, repeatEarlyPress } from '~/components/layout/early-presses.ts'

// oxlint-disable-next-line no-eval -- as the head of the page runs it
const watch = () => globalThis.eval(keepEarlyPress)
const press = (name: string) => document.querySelector<HTMLElement>(`[name=${name}]`)?.click()

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `
    <form><input name="email" value="ada@x.example"><button type="submit" name="send">Log In</button></form>
    <button type="button" name="confirm">Confirm</button>
    <button type="button" name="menu" aria-haspopup="menu">Menu</button>`
  watch()
})
afterEach(() => {
  globalThis.takeEarlyPress?.()
  document.body.innerHTML = ''
  vi.useRealTimers()
})

test('a form sent before the scripts run does not reload the page, and is sent as soon as they do', () => {
  const senders: (string | undefined)[] = []
  press('send')
  expect(document.documentElement.dataset['waiting']).toBe('')
  document.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault()
    senders.push(event.submitter?.getAttribute('name') ?? undefined)
  })
  repeatEarlyPress()
  vi.runAllTimers()
  expect(senders).toEqual(['send'])
  expect(document.querySelector('input')?.value).toBe('ada@x.example')
  expect(document.documentElement.dataset['waiting']).toBeUndefined()
})

test('as long as nobody takes the form it is offered again, and never left to the browser', () => {
  press('send')
  const left: boolean[] = []
  const browser = (event: Event) => left.push(!event.defaultPrevented)
  repeatEarlyPress()
  vi.advanceTimersByTime(250)
  const sent = vi.fn((event: Event) => event.preventDefault())
  document.querySelector('form')?.addEventListener('submit', sent)
  window.addEventListener('submit', browser)
  vi.runAllTimers()
  window.removeEventListener('submit', browser)
  expect(sent).toHaveBeenCalledOnce()
  expect(left).toEqual([false])
})

test('of several presses the last one counts, once', () => {
  const clicked = vi.fn()
  press('send')
  press('confirm')
  press('confirm')
  document.querySelector('[name=confirm]')?.addEventListener('click', clicked)
  repeatEarlyPress()
  repeatEarlyPress()
  vi.runAllTimers()
  expect(clicked).toHaveBeenCalledOnce()
})

test('a button that only opens a menu is not pressed later, when nobody expects it any more', () => {
  const opened = vi.fn()
  press('menu')
  document.querySelector('[name=menu]')?.addEventListener('click', opened)
  repeatEarlyPress()
  vi.runAllTimers()
  expect(opened).not.toHaveBeenCalled()
  expect(document.documentElement.dataset['waiting']).toBeUndefined()
})

test('once the page answers, presses are its own', () => {
  repeatEarlyPress()
  vi.runAllTimers()
  const sent = vi.fn((event: Event) => event.preventDefault())
  document.querySelector('form')?.addEventListener('submit', sent)
  press('send')
  expect(sent).toHaveBeenCalledOnce()
  expect(document.documentElement.dataset['waiting']).toBeUndefined()
})
