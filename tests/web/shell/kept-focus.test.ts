// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { focusKeptPlace, keepFocus } from '~/components/ui/overlays/kept-focus.ts'

let main: HTMLElement
let stop: (() => void) | undefined

beforeEach(() => {
  document.body.innerHTML = `
    <button id="outside"></button>
    <main tabindex="-1">
      <table><tbody>
        ${[1, 2, 3]
          .map(
            (row) =>
              `<tr id="row${row}"><td><a id="link${row}" href="#"></a></td><td><button id="cancel${row}"></button><button id="menu${row}"></button></td></tr>`,
          )
          .join('')}
      </tbody></table>
    </main>`
  main = document.querySelector('main') as HTMLElement
  stop = keepFocus(main)
})
afterEach(() => stop?.())

const element = (id: string) => document.getElementById(id) as HTMLButtonElement
const settled = () => new Promise((resolve) => setTimeout(resolve))
const focusedAfter = async (act: () => void) => {
  act()
  await settled()
  return document.activeElement?.id || document.activeElement?.localName
}

test('a removed button gives the focus to the one beside it', async () => {
  element('cancel2').focus()
  expect(await focusedAfter(() => element('cancel2').remove())).toBe('menu2')
  expect(await focusedAfter(() => element('menu2').remove())).toBe('link2')
})

test('a removed row gives it to the same button of the next row, then of the previous one, then to the content', async () => {
  element('cancel2').focus()
  expect(await focusedAfter(() => element('row2').remove())).toBe('cancel3')
  expect(await focusedAfter(() => element('row3').remove())).toBe('cancel1')
  expect(await focusedAfter(() => main.querySelector('table')?.remove())).toBe('main')
})

test('rows that are removed together give it to the next that is left', async () => {
  element('link1').focus()
  const removeBoth = () => {
    element('row1').remove()
    element('row2').remove()
  }
  expect(await focusedAfter(removeBoth)).toBe('link3')
})

test('a button that was disabled for a while gets it back', async () => {
  element('cancel1').focus()
  element('cancel1').disabled = true
  await settled()
  element('cancel1').blur()
  expect(await focusedAfter(() => (element('cancel1').disabled = false))).toBe('cancel1')
})

test('a dialog whose opener is gone has a place to return to', async () => {
  element('menu1').focus()
  element('outside').focus()
  expect(await focusedAfter(() => element('row1').remove())).toBe('outside')
  expect(await focusedAfter(focusKeptPlace)).toBe('menu2')
})

test('nothing takes the focus after a click beside all controls', async () => {
  element('menu1').focus()
  main.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  element('menu1').blur()
  expect(await focusedAfter(() => element('row1').remove())).toBe('body')
})

test('a link that opens another screen gives the focus to its content', async () => {
  element('menu2').focus()
  const here = location.pathname
  history.pushState(null, '', '/elsewhere')
  expect(await focusedAfter(() => element('row2').remove())).toBe('main')
  history.replaceState(null, '', here)
})

test('after Back, the link that opened the other screen has it again', async () => {
  const here = location.pathname
  history.replaceState({ __TSR_key: 'list' }, '', here)
  main.innerHTML =
    '<table><tr id="row"><td data-row-link><a id="link" href="/record/7">7</a></td><td id="cell" tabindex="0"></td></tr></table>'
  const list = main.innerHTML
  element('cell').focus()
  history.pushState({ __TSR_key: 'record' }, '', '/record/7')
  expect(await focusedAfter(() => (main.innerHTML = '<h1>7</h1>'))).toBe('main')
  history.replaceState({ __TSR_key: 'list' }, '', here)
  expect(await focusedAfter(() => (main.innerHTML = '<p>Loading</p>'))).toBe('main')
  expect(await focusedAfter(() => (main.innerHTML = list))).toBe('link')
})
