// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { fitPaper, readPaperColours, watchPrint } from '~/components/map/legend/map-colours.ts'

afterEach(() => {
  document.head.replaceChildren()
  delete document.documentElement.dataset['theme']
})

test('prints in the colours of the light theme, whatever the screen shows', () => {
  const style = document.createElement('style')
  style.textContent =
    ':root, [data-theme="light"] { --sunk: #f4f7fa; --text: #00162b } [data-theme="dark"] { --sunk: #0f1f33; --text: #e8eef5 }'
  document.head.append(style)
  document.documentElement.dataset['theme'] = 'dark'
  expect(readPaperColours()).toMatchObject({ water: '#f4f7fa', admin: '#00162b' })
  expect(document.querySelectorAll('[data-theme]')).toHaveLength(1)
})

test('switches to print colours before the picture is taken, and back afterwards', async () => {
  const onChange = vi.fn()
  const stop = watchPrint(onChange)
  window.dispatchEvent(new Event('beforeprint'))
  expect(onChange.mock.calls).toEqual([[true]])
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => onChange.mock.calls).toEqual([[true], [false]])
  stop()
  window.dispatchEvent(new Event('beforeprint'))
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('keeps the image of the screen, reduced to the width of the page', () => {
  const [main, map] = [document.createElement('main'), document.createElement('div')]
  main.append(map)
  Object.defineProperties(main, { clientWidth: { value: 1360 } })
  Object.defineProperties(map, { clientWidth: { value: 1300 }, clientHeight: { value: 500 } })
  fitPaper(map)
  const size = ['--map-width', '--map-height', '--map-zoom'].map((name) => map.style.getPropertyValue(name))
  expect(size).toEqual(['1300px', '500px', '0.5'])
})
