// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { MOST_VERTICES as MOST_READ } from '#contract/viewing/viewing.ts'
import { MOST_VERTICES, formatLine } from '~/components/map/base/map-place.ts'
import { readLineText } from '~/components/rasters/profile/line-text.ts'
import { useDrawnLine } from '~/components/rasters/profile/use-drawn-line.ts'

const lineOf = (vertices: number) =>
  Array.from({ length: vertices }, (_, i) => ({ latitude: i, longitude: 8 }))

describe('a line drawn on the map', () => {
  const drawOn = (vertices: number) => {
    const onText = vi.fn()
    const { result } = renderHook(() => useDrawnLine(formatLine(lineOf(vertices)), onText))
    act(() => result.current.setDrawing(true))
    expect(result.current.take({ latitude: 60, longitude: 8 })).toBe(true)
    return onText
  }

  test('has at most as many vertices as the service reads', () => {
    expect(MOST_VERTICES).toBe(MOST_READ)
    expect(drawOn(MOST_VERTICES - 1)).toHaveBeenCalledOnce()
  })
  test('keeps its vertices if one more is clicked', () => {
    expect(drawOn(MOST_VERTICES)).not.toHaveBeenCalled()
  })
})

test.each(['9,; 10, 7', '9; 10, 7', '9, 8, 7; 10, 7', '91, 8; 10, 7', 'x, 8; 10, 7'])(
  'the typed line %j has a part that is not a place',
  (text) => expect(readLineText(text)).toContain('is not a place.'),
)
test('a typed line is read with commas or spaces', () => {
  expect(readLineText('9.123456, 8; 10 7;')).toEqual([
    { latitude: 9.1235, longitude: 8 },
    { latitude: 10, longitude: 7 },
  ])
})
