// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepEarlyPress, repeatEarlyPress } from '~/components/shell/document/early-presses.ts'

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

test('a form sent before the scripts run does not reload the page, and is sent once they run', () => {
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

test('offers the form again until someone handles it, and never leaves it to the browser', () => {
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

test('only the last of several clicks counts, once', () => {
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

test('a menu, which opens when the pointer goes down, is opened as well', () => {
  const events: string[] = []
  press('menu')
  const menu = document.querySelector('[name=menu]')
  for (const type of ['pointerdown', 'click']) menu?.addEventListener(type, () => events.push(type))
  repeatEarlyPress()
  vi.runAllTimers()
  expect(events).toEqual(['pointerdown', 'click'])
  expect(document.documentElement.dataset['waiting']).toBeUndefined()
})

test('a menu that is open by then is not closed again', () => {
  const pressed = vi.fn()
  press('menu')
  const menu = document.querySelector('[name=menu]')
  menu?.setAttribute('aria-expanded', 'true')
  menu?.addEventListener('pointerdown', pressed)
  menu?.addEventListener('click', pressed)
  repeatEarlyPress()
  vi.runAllTimers()
  expect(pressed).not.toHaveBeenCalled()
})

test('once the page responds, clicks are left to it', () => {
  repeatEarlyPress()
  vi.runAllTimers()
  const sent = vi.fn((event: Event) => event.preventDefault())
  document.querySelector('form')?.addEventListener('submit', sent)
  press('send')
  expect(sent).toHaveBeenCalledOnce()
  expect(document.documentElement.dataset['waiting']).toBeUndefined()
})
