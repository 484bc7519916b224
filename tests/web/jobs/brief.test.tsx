import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Brief, getBrief, requestBrief } from '#contract/jobs/briefs.ts'
import { listFinalHistory } from '#contract/jobs/final.ts'
import { listJobAdmData } from '#contract/jobs/job-outputs.ts'
import { getJobReport } from '#contract/jobs/jobs.ts'
import { ApiError } from '~/api/api-error.ts'
import { answer, callsOf, fail, resetApi } from '../support/fake-api.ts'
import { openAddress } from '../support/fake-browser.tsx'
import { report, units } from '../support/report-fixture.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { pageOf } from '../support/submission-fakes.ts'

const path = '/spatial-catalog/report/nga-safe-water-sim-2024-r1-42'
const brief: Brief = {
  id: 7,
  job_id: report.id,
  kind: 'document',
  language: 'en',
  level: null,
  status: 'received',
  fraction: null,
  reason: null,
  name: null,
  size: null,
  created_at: '2024-05-01T10:00:00.000Z',
}

beforeEach(() => {
  openAddress.mockClear()
  resetApi(['viewer'])
  answer(getJobReport, report)
  answer(listJobAdmData, pageOf(units))
  answer(listFinalHistory, pageOf([]))
})

async function openDialog() {
  show(routerAt(path))
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Download brief' }))
  return within(await screen.findByRole('dialog', { name: 'Download a brief' }))
}

test('a brief is written in the chosen language, with its progress, then downloaded', async () => {
  answer(requestBrief, brief)
  answer(getBrief, { ...brief, status: 'writing', fraction: 0.3 })
  const dialog = await openDialog()
  await userEvent.click(dialog.getByRole('radio', { name: 'Slides' }))
  await userEvent.selectOptions(dialog.getByLabelText('Language'), 'Français')
  await userEvent.click(dialog.getByRole('button', { name: 'Write brief' }))
  await waitFor(() => expect(dialog.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30'))
  expect(dialog.getByRole('status').textContent).toBe('Writing the brief')
  expect(callsOf(requestBrief)[0]).toMatchObject({ body: { kind: 'slides', language: 'fr' } })
  answer(getBrief, { ...brief, status: 'ready', name: 'a-document-fr.docx', size: 40_000 })
  expect(await dialog.findByText('a-document-fr.docx', undefined, { timeout: 3000 })).toBeDefined()
  const address = `/api/v1/modeling/v1/jobs/${report.id}/briefs/7/file`
  expect(openAddress.mock.calls).toEqual([[address]])
  expect(dialog.getByRole('link', { name: 'Download again' }).getAttribute('href')).toBe(address)
  await userEvent.click(dialog.getByRole('button', { name: 'Another brief' }))
  expect(dialog.getByLabelText('Language')).toHaveProperty('value', 'fr')
})

test('unit sheets are of a level that the job has; without units there are none', async () => {
  answer(requestBrief, brief)
  answer(getBrief, brief)
  answer(getJobReport, { ...report, layer: { ...report.layer, adm_levels: [1, 2] } })
  const dialog = await openDialog()
  expect(dialog.queryByRole('group', { name: 'Level' })).toBeNull()
  await userEvent.click(dialog.getByRole('radio', { name: 'Unit sheets' }))
  await userEvent.click(dialog.getByRole('radio', { name: 'First-level units' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Write brief' }))
  await waitFor(() =>
    expect(callsOf(requestBrief)[0]).toMatchObject({ body: { kind: 'unit-sheets', level: 1 } }),
  )
  cleanup()
  answer(getJobReport, { ...report, layer: { ...report.layer, adm_levels: [] } })
  expect((await openDialog()).getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual(
    ['Word document', 'Slides'],
  )
})

test('says why a brief was not written, and can try again', async () => {
  answer(requestBrief, brief)
  answer(getBrief, { ...brief, status: 'failed', reason: 'The document is too large to be written.' })
  const dialog = await openDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Write brief' }))
  expect(
    await dialog.findByText('The document is too large to be written.', undefined, { timeout: 3000 }),
  ).toBeDefined()
  fail(requestBrief, new ApiError(429, '10 of your briefs are not written yet.'))
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('10 of your briefs are not written yet.')).toBeDefined()
  expect(openAddress).not.toHaveBeenCalled()
})

test('only a completed job has briefs', async () => {
  answer(getJobReport, {
    ...report,
    status: 'failed',
    reason: 'It failed.',
    surfaces: null,
    bounds: null,
    outputs: [],
  })
  show(routerAt(path))
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  expect(screen.queryByRole('menuitem', { name: 'Download brief' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Brief' })).toBeNull()
})
