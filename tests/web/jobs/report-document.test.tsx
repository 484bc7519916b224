import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type FinalMark, listFinalHistory } from '#contract/jobs/final.ts'
import { listJobAdmData } from '#contract/jobs/job-outputs.ts'
import { getJobReport } from '#contract/jobs/jobs.ts'
import { finalOf } from '~/components/jobs/marks/final-of.ts'
import type { Metrics } from '~/components/jobs/report/diagnostics/diagnostics.ts'
import { metricVerdict } from '~/components/jobs/report/diagnostics/metric-verdict.ts'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { exactTime } from '~/lib/time/exact-time.ts'
import { answer, resetApi } from '../support/fake-api.ts'
import { report, units } from '../support/report-fixture.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

const path = `/spatial-catalog/report/${report.job_key}`
const mark = (entry: Partial<FinalMark>): FinalMark => ({
  id: 1,
  job_id: 42,
  job_key: 'nga-42',
  final: true,
  marked_by: 1,
  marked_by_name: 'Ada Lovelace',
  marked_at: '2026-11-01T10:00:00.000Z',
  reason: null,
  superseded_by: null,
  ...entry,
})

beforeEach(() => {
  resetApi()
  answer(getJobReport, report)
  answer(listJobAdmData, pageOf(units))
  answer(listFinalHistory, pageOf([]))
})

test('its index links to parts that exist', async () => {
  show(routerAt(path))
  const index = within(await screen.findByRole('navigation', { name: 'Parts of this report' }))
  const links = index.getAllByRole('link')
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) {
    const id = link.getAttribute('href')!.slice(1)
    expect(document.getElementById(id), id).not.toBeNull()
  }
})

test('its link is copied, and it is printed from the menu', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const user = userEvent.setup()
  show(routerAt(path))
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(location.href)
  await screen.findByText('Link copied')
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Print / PDF' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Print / PDF' }))
  await user.click(dialog.getByRole('button', { name: 'Print' }))
  await expect.poll(() => print.mock.calls.length).toBe(1)
})

test('what is left out on paper is chosen before printing, and remembered', async () => {
  vi.stubGlobal('print', vi.fn())
  const user = userEvent.setup()
  show(routerAt(path))
  const part = (name: string) => screen.getByRole('region', { name })
  const explanations = () => [...document.querySelectorAll<HTMLDetailsElement>('[data-part=how-to-read]')]
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Print / PDF' }))
    return within(await screen.findByRole('dialog', { name: 'Print / PDF' }))
  }
  await screen.findByRole('heading', { name: 'Cross-validation' })
  const first = await open()
  const isChecked = (dialog: typeof first, name: string) =>
    dialog.getByRole('checkbox', { name }).getAttribute('aria-checked')
  expect(isChecked(first, 'Cross-validation')).toBe('true')
  expect(isChecked(first, 'Downloads')).toBe('false')
  for (const name of ['Cross-validation', 'Downloads', 'How to read figures and tables'])
    await user.click(first.getByRole('checkbox', { name }))
  await user.click(first.getByRole('button', { name: 'Print' }))
  window.dispatchEvent(new Event('beforeprint'))
  expect(part('Cross-validation').dataset).toHaveProperty('omitted')
  expect(part('Configuration').dataset).toHaveProperty('omitted')
  expect(part('Downloads').dataset).not.toHaveProperty('omitted')
  expect(explanations().every((details) => details.open)).toBe(true)
  window.dispatchEvent(new Event('afterprint'))
  await waitFor(() => expect(part('Cross-validation').dataset).not.toHaveProperty('omitted'))
  expect(explanations().some((details) => details.open)).toBe(false)
  const second = await open()
  expect(isChecked(second, 'Cross-validation')).toBe('false')
  expect(isChecked(second, 'Downloads')).toBe('true')
  localStorage.clear()
})

test('while something is loading, Ctrl-P waits for it; then it is left to the browser', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  show(routerAt(path))
  await screen.findByRole('figure', { name: /^Observed against modelled/ })
  const { unmount } = render(<Skeleton />)
  const press = () => fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })
  expect(press()).toBe(false)
  expect(press()).toBe(false)
  await screen.findByText('Waiting for maps and charts before printing')
  expect(print).not.toHaveBeenCalled()
  unmount()
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(document.querySelector('[data-loading]')).toBeNull()
  expect(screen.queryByText('Waiting for maps and charts before printing')).toBeNull()
  expect(press()).toBe(true)
})

test('names the final job of its layer if it is another one', async () => {
  answer(getJobReport, { ...report, final: false, superseded_by: null })
  answer(listFinalHistory, pageOf([mark({ job_id: 7, job_key: 'nga-7' })]))
  show(routerAt(path))
  const sentence = await screen.findByText(/^The final job of this layer is/)
  expect(within(sentence).getByRole('link', { name: 'nga-7' }).getAttribute('href')).toBe(
    '/spatial-catalog/report/nga-7',
  )
})

test('a raked layer says so in its header and on its map', async () => {
  answer(getJobReport, { ...report, rake_to: 0.32 })
  show(routerAt(path))
  const flags = within(await screen.findByRole('list', { name: 'Verdict' }))
  expect(flags.getAllByRole('listitem')[0]!.textContent).toBe('Raked to 32\u202f%')
  expect(await screen.findByText(/^Safe water, raked to 32\s%$/)).toBeTruthy()
})

test('dates are exact on paper', async () => {
  show(routerAt(path))
  await screen.findByRole('navigation', { name: 'Parts of this report' })
  const time = document.querySelector<HTMLTimeElement>('header time, article time')!
  expect(time.title).toBe(exactTime(time.dateTime))
})

describe('the final job, by marks from the newest', () => {
  test('is the last one marked', () => {
    expect(finalOf([mark({ job_id: 7 }), mark({ job_id: 42, final: false })])?.job_id).toBe(7)
  })
  test('is none after the mark was removed', () => {
    expect(finalOf([mark({ job_id: 7, final: false }), mark({ job_id: 7 })])).toBeUndefined()
    expect(finalOf([])).toBeUndefined()
  })
})

const metrics = (some: Partial<Metrics>) =>
  ({
    r2: 0.2,
    expected_coverage_50: 0.612,
    expected_coverage_80: 0.86,
    expected_coverage_95: 0.97,
    ...some,
  }) as Metrics

describe('verdicts', () => {
  test.each([
    ['coverage_95', 0.99, 2000, 'intervals too wide'],
    ['coverage_95', 0.9, 2000, 'intervals too narrow'],
    ['coverage_95', 0.96, 100, undefined],
    // A correct model covers more than half of discrete counts with its 50 % intervals.
    ['coverage_50', 0.598, 505, undefined],
    ['coverage_80', 0.859, 505, undefined],
    ['coverage_50', 0.7, 505, 'intervals too wide'],
    ['coverage_50', 0.5, 505, 'intervals too narrow'],
    ['coverage_95', 0.5, undefined, undefined],
    ['r2', -0.01, 100, 'no better than the mean'],
    ['r2', 0.2, 100, undefined],
    ['rmse', 0.2, 100, undefined],
  ] as const)('%s of %f in %s clusters: %s', (figure, value, clusters, verdict) => {
    expect(metricVerdict(figure, metrics({ [figure]: value }), clusters)).toBe(verdict)
  })

  test('is absent where no share varies, and for jobs without an expected coverage', () => {
    expect(metricVerdict('coverage_95', metrics({ r2: undefined, coverage_95: 1 }), 2000)).toBeUndefined()
    expect(metricVerdict('coverage_50', { r2: 0.2, coverage_50: 0.7 } as Metrics, 2000)).toBeUndefined()
  })

  test('is not about training data', async () => {
    const far = metrics({ coverage_95: 0.5, r2: 0.2 })
    answer(getJobReport, {
      ...report,
      diagnostics: { ...(report.diagnostics as object), train: far, cv_block: far },
    })
    show(routerAt(path))
    const row = (await screen.findByRole('rowheader', { name: 'Coverage of 95 %' })).closest('tr')!
    expect(within(row).getAllByRole('cell')[0].textContent).toBe('50.0\u202f%')
    expect(within(row).getAllByText('intervals too narrow')).toHaveLength(1)
    expect(row.textContent).toContain('expected 97.0\u202f%')
  })
})
