import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '#contract/endpoint.ts'
import { markJobsFinal, undoFinalMark } from '#contract/jobs/final.ts'
import { cancelJob } from '#contract/jobs/jobs.ts'
import * as tracker from '#contract/layer-tracker.ts'
import { addTags, createTag, removeTags } from '#contract/projects/tags.ts'
import { EXCLUDED_FROM_ZIPS, downloadZips } from '#contract/zips.ts'
import { ApiError } from '~/api/api-error.ts'
import { answer, callsOf, fail } from '../../support/fake-api.ts'
import { openAddress } from '../../support/fake-browser.tsx'
import { routerAt, show } from '../../support/shell-router.tsx'
import { aJob, pageOf } from '../../support/submission-fakes.ts'
import {
  CATALOG,
  listQueries,
  prepareCatalog,
  showFinals,
  showJobs,
  table,
} from '../../support/product-catalog.ts'

beforeEach(prepareCatalog)

describe('actions on the selected jobs', () => {
  const choose = async (...jobs: ReturnType<typeof aJob>[]) => {
    showJobs(jobs)
    show(routerAt(CATALOG))
    return select()
  }
  const select = async (names = /^Select ben/) => {
    for (const box of within(await table()).getAllByRole('checkbox', { name: names }))
      await userEvent.click(box)
    return within(screen.getByRole('region', { name: 'Selected rows' }))
  }
  const dialog = async () => within(await screen.findByRole('dialog'))

  /** An answer that comes when the test says so. */
  const held = <T,>() => {
    const { promise, resolve: release, reject } = Promise.withResolvers<T>()
    return { promise, release, reject }
  }
  const finalCell = () => screen.queryByRole('gridcell', { name: 'Final' })

  test('shows the final mark before the service has answered, and Undo takes it back', async () => {
    const { promise, release } = held<Answer<typeof markJobsFinal>>()
    answer(markJobsFinal, () => promise)
    answer(undoFinalMark, { msg: '1 job is no longer final.', job_ids: [11] })
    const bar = await choose(aJob({ id: 11 }))
    expect(finalCell()).toBeNull()
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    await waitFor(() => expect(finalCell()).not.toBeNull())
    expect(callsOf(markJobsFinal)).toEqual([{ body: { job_ids: [11], final: true, superseding: [] } }])
    showJobs([aJob({ id: 11, final: true })])
    release({ msg: '1 job is final now.', job_ids: [11], superseded: [], mark_id: 5 })
    await screen.findByText('1 job is final now.')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(callsOf(undoFinalMark)).toEqual([{ body: { mark_id: 5 } }]))
    await screen.findByText('1 job is no longer final.')
    expect(listQueries('finals')).toEqual([])
  })

  test('takes the mark back with a reason if the service rejects it', async () => {
    const { promise, reject } = held<Answer<typeof markJobsFinal>>()
    answer(markJobsFinal, () => promise)
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    await waitFor(() => expect(finalCell()).not.toBeNull())
    reject(new ApiError(503, 'The database cannot be reached.'))
    await screen.findByText('The database cannot be reached. Nothing was changed.')
    expect(finalCell()).toBeNull()
  })

  test('does not promise that nothing was saved if no answer came', async () => {
    fail(markJobsFinal, new ApiError(0, ''))
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('Something went wrong, please try again. The change may not have been saved.')
  })

  test('asks before any attempt if the list shows the job that would lose the mark', async () => {
    const rival = aJob({ id: 7, final: true })
    showFinals(pageOf([rival]))
    answer(markJobsFinal, {
      msg: '1 job is final now; 1 job superseded.',
      job_ids: [11],
      superseded: [{ job_id: 7, superseded_by: 11 }],
      mark_id: 6,
    })
    showJobs([aJob({ id: 11 }), rival])
    show(routerAt(CATALOG))
    const bar = await select(/-11$/)
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    const ask = await dialog()
    const losing = within(ask.getByRole('list', { name: 'Jobs that lose the mark' }))
    expect(losing.getAllByRole('link').map((link) => link.textContent)).toEqual(['Benin pilot · stunting'])
    expect(ask.getByText('ben-stunting-dhs-2018-r1-7')).toBeTruthy()
    expect(callsOf(markJobsFinal)).toEqual([])
    await userEvent.click(ask.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('1 job is final now; 1 job superseded.')
    expect(callsOf(markJobsFinal)).toEqual([
      { body: { job_ids: [11], final: true, reason: undefined, superseding: [7] } },
    ])
  })

  test('lists the checks that failed before marking, of one job and of several', async () => {
    answer(markJobsFinal, { msg: '2 jobs are final now.', job_ids: [11, 12], superseded: [], mark_id: 6 })
    const bar = await choose(
      aJob({ id: 11, all_adm_pass: false, is_overfit: true }),
      aJob({ id: 12, round: '2', all_adm_pass: true, is_overfit: false }),
    )
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    const ask = await dialog()
    const failed = within(ask.getByRole('list', { name: 'Failed checks' }))
    expect(failed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Benin pilot · stunting ben-stunting-dhs-2018-r1-11 Not all ADM pass, Overfit',
    ])
    expect(ask.getByText('Checks of 1 job failed')).toBeTruthy()
    await userEvent.click(ask.getByRole('button', { name: 'Mark as final' }))
    expect(ask.getByText('Say why this layer is final although a check failed.')).toBeTruthy()
    expect(callsOf(markJobsFinal)).toEqual([])
    await userEvent.type(ask.getByLabelText('Reason'), 'The best so far')
    await userEvent.click(ask.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('2 jobs are final now.')
    expect(callsOf(markJobsFinal)).toEqual([
      { body: { job_ids: [11, 12], final: true, reason: 'The best so far', superseding: [] } },
    ])
  })

  test('marks at once if the job that the list shows as final no longer is', async () => {
    answer(markJobsFinal, { msg: '1 job is final now.', job_ids: [11], superseded: [], mark_id: 6 })
    showJobs([aJob({ id: 11 }), aJob({ id: 7, final: true })])
    show(routerAt(CATALOG))
    const bar = await select(/-11$/)
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('1 job is final now.')
    expect(callsOf(markJobsFinal)).toEqual([{ body: { job_ids: [11], final: true, superseding: [] } }])
  })

  test('names the job that would lose the mark before marking, and Undo gives it back', async () => {
    showFinals(pageOf([aJob({ id: 7, final: true }), aJob({ id: 8, round: '2', final: true })]))
    answer(markJobsFinal, ({ body }: { body: { superseding: number[] } }) => {
      if (!body.superseding.includes(7))
        throw new ApiError(409, 'Job 7 is final and would lose its mark. Nothing was changed.', [
          { field: 'superseding', message: 'Job 7 is final and would lose its mark.' },
        ])
      return {
        msg: '1 job is final now; 1 job superseded.',
        job_ids: [11],
        superseded: [{ job_id: 7, superseded_by: 11 }],
        mark_id: 6,
      }
    })
    answer(undoFinalMark, { msg: '1 job is final again; 1 job is no longer final.', job_ids: [7, 11] })
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    const ask = await dialog()
    const losing = within(ask.getByRole('list', { name: 'Jobs that lose the mark' }))
    expect(losing.getAllByRole('link').map((link) => link.textContent)).toEqual(['Benin pilot · stunting'])
    expect(ask.getByText('ben-stunting-dhs-2018-r1-7')).toBeTruthy()
    expect(listQueries('finals').at(-1)).toMatchObject({
      final: true,
      iso3_code: ['BEN'],
      target: ['stunting'],
    })
    expect(finalCell()).toBeNull()
    await userEvent.type(ask.getByLabelText('Reason (optional)'), 'Better covariates')
    await userEvent.click(ask.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('1 job is final now; 1 job superseded.')
    expect(callsOf(markJobsFinal).at(-1)).toEqual({
      body: { job_ids: [11], final: true, reason: 'Better covariates', superseding: [7] },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('1 job is final again; 1 job is no longer final.')
    expect(callsOf(undoFinalMark)).toEqual([{ body: { mark_id: 6 } }])
  })

  test('says at once that two of the jobs are rivals', async () => {
    showFinals(pageOf([aJob({ id: 7, final: true })]))
    const bar = await choose(aJob({ id: 11 }), aJob({ id: 12 }), aJob({ id: 13, round: '2' }))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText(/^Jobs 11 and 12 are of the same layer; only one of them can be final\./)
    expect(listQueries('finals')).toEqual([])
    expect(callsOf(markJobsFinal)).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows why the service rejected it', async () => {
    fail(markJobsFinal, new ApiError(409, 'Job 11 is running.'))
    const bar = await choose(aJob({ id: 11 }), aJob({ id: 12, round: '2' }))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as final' }))
    await screen.findByText('Job 11 is running. Nothing was changed.')
  })

  test('removes a tag, creates another with its colour and adds it, with Undo', async () => {
    answer(createTag, { id: 2, name: 'checked', colour: '#0b5cab' })
    answer(addTags, { msg: 'Tagged 2 jobs with 1 tag.' })
    answer(removeTags, { msg: 'Removed the tags from 1 job.' })
    const bar = await choose(aJob({ id: 11 }), aJob({ id: 12, tags: [] }))
    await userEvent.click(bar.getByRole('button', { name: 'Tags' }))
    const ask = await dialog()
    expect(document.activeElement).toBe(ask.getByLabelText(/^Find a tag/))
    const pilot = await ask.findByRole('checkbox', { name: /pilot/ })
    expect(pilot.getAttribute('aria-checked')).toBe('mixed')
    await userEvent.click(pilot)
    await userEvent.click(pilot)
    await userEvent.type(ask.getByLabelText(/^Find a tag/), 'checked')
    await userEvent.click(ask.getByRole('radio', { name: 'Blue' }))
    await userEvent.click(ask.getByRole('button', { name: 'Make ‘checked’' }))
    await userEvent.click(ask.getByRole('button', { name: 'Save tags' }))
    await screen.findByText('Removed the tags from 1 job. Tagged 2 jobs with 1 tag.')
    expect(callsOf(createTag)).toEqual([{ body: { name: 'checked', colour: '#0b5cab' } }])
    expect(callsOf(removeTags)).toEqual([{ body: { job_ids: [11], tags: ['pilot'] } }])
    expect(callsOf(addTags)).toEqual([{ body: { job_ids: [11, 12], tags: ['checked'] } }])
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(callsOf(removeTags).at(-1)?.body).toEqual({ job_ids: [11, 12], tags: ['checked'] }),
    )
    await waitFor(() => expect(callsOf(addTags).at(-1)?.body).toEqual({ job_ids: [11], tags: ['pilot'] }))
  })

  test('shows new tags before the service has answered, and takes them back if it rejects them', async () => {
    const { promise, reject } = held<Answer<typeof addTags>>()
    answer(removeTags, { msg: 'Removed the tags from 1 job.' })
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Tags' }))
    const ask = await dialog()
    answer(createTag, { id: 2, name: 'checked', colour: '#51637a' })
    answer(addTags, ({ body }: { body: { tags: string[] } }) =>
      body.tags.includes('pilot') ? { msg: 'Tagged 1 job with 1 tag.' } : promise,
    )
    await userEvent.click(await ask.findByRole('checkbox', { name: 'pilot' }))
    await userEvent.type(ask.getByLabelText(/^Find a tag/), 'checked')
    await userEvent.click(ask.getByRole('button', { name: 'Make ‘checked’' }))
    await userEvent.click(ask.getByRole('button', { name: 'Save tags' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const shown = () => within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem')
    await waitFor(() => expect(shown().map((one) => one.textContent)).toEqual(['checked']))
    reject(new ApiError(422, 'A job carries at most 20 tags.'))
    await screen.findByText('A job carries at most 20 tags. Nothing was changed.')
    expect(shown().map((one) => one.textContent)).toEqual(['pilot'])
    // What had been saved already is reversed.
    expect(callsOf(removeTags)).toEqual([{ body: { job_ids: [11], tags: ['pilot'] } }])
    expect(callsOf(addTags).at(-1)).toEqual({ body: { job_ids: [11], tags: ['pilot'] } })
  })

  test('prepares a zip, mails its link, shows its size and opens it', async () => {
    answer(downloadZips, {
      msg: '9 files ready to download.',
      url: 'http://localhost:8092/api/v1/files/zips/abc/jobs.zip',
      expires_at: '2026-11-22T10:00:00Z',
      size: 1_234_567,
      files: 9,
    })
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Download zip' }))
    const ask = await dialog()
    await userEvent.click(ask.getByRole('checkbox', { name: /^Surfaces/ }))
    await userEvent.click(ask.getByRole('button', { name: 'Prepare zip of 1 job' }))
    await ask.findByText(/^9 files, 1\.2\sMB$/)
    expect(callsOf(downloadZips)).toEqual([
      {
        body: {
          job_ids: [11],
          user_email: { email: 'ada@strata.example' },
          excludedFiles: [EXCLUDED_FROM_ZIPS, '.tif'],
        },
      },
    ])
    expect(openAddress).toHaveBeenCalledWith('http://localhost:8092/api/v1/files/zips/abc/jobs.zip')
    expect(ask.getByText(/on its way to ada@strata.example/)).toBeTruthy()
    expect(screen.getByText('9 files ready to download.')).toBeTruthy()
  })

  test('previews the changes to the layer tracker before adding', async () => {
    const book = {
      sheet_id: 'workbook-with-a-long-id-1',
      title: 'Layers 2026',
      sheets: [{ name: 'Benin', rows: 4 }],
      created_by: 1,
      created_at: '',
      changed_at: '',
    }
    answer(tracker.listTrackerWorkbooks, pageOf([book]))
    answer(
      tracker.previewLayerTracker,
      pageOf([{ job_id: 11, state: 'changed', changes: [{ column: 'final', before: 'no', after: 'yes' }] }]),
    )
    answer(tracker.addToLayerTracker, { msg: "Sheet 'Benin': 1 changed.", new: 0, changed: 1, same: 0 })
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Add to layer tracker' }))
    const ask = await dialog()
    const preview = await ask.findByRole('list', { name: 'Preview' })
    expect(document.activeElement).toBe(ask.getByLabelText('Workbook'))
    expect(
      within(preview)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['0new', '1changed', '0unchanged'])
    await userEvent.click(ask.getByRole('button', { name: 'Add 1 job' }))
    await screen.findAllByText("Sheet 'Benin': 1 changed.")
    const data = { sheet_id: book.sheet_id, sheet_name: 'Benin', job_ids: [11] }
    expect(callsOf(tracker.previewLayerTracker).at(-1)?.body).toMatchObject(data)
    expect(callsOf(tracker.addToLayerTracker).map(({ body }) => body)).toEqual([data])
  })

  test('offers to create a layer tracker that does not exist, and only then sends create', async () => {
    answer(tracker.listTrackerWorkbooks, pageOf([]))
    const detail = 'There is no such workbook.'
    answer(tracker.previewLayerTracker, ({ body }: { body: { create?: boolean } }) => {
      if (!body.create) throw new ApiError(404, detail, [{ field: 'create', message: detail }])
      return pageOf([{ job_id: 11, state: 'new', changes: [] }])
    })
    answer(tracker.addToLayerTracker, { msg: 'Done.', new: 1, changed: 0, same: 0 })
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Add to layer tracker' }))
    const ask = await dialog()
    await userEvent.selectOptions(await ask.findByLabelText('Workbook'), 'Another one, by its address …')
    const data = { sheet_id: 'a-workbook-nobody-made', sheet_name: 'Layers', job_ids: [11] }
    await userEvent.type(ask.getByLabelText('Address or id of the workbook'), data.sheet_id)
    await ask.findByText('There is no workbook with this id.')
    expect(ask.getByRole<HTMLButtonElement>('button', { name: 'Add 1 job' }).disabled).toBe(true)
    expect(callsOf(tracker.previewLayerTracker).at(-1)?.body).toEqual(data)
    await userEvent.click(ask.getByRole('button', { name: 'Create it' }))
    await ask.findByRole('list', { name: 'Preview' })
    await userEvent.click(ask.getByRole('button', { name: 'Add 1 job' }))
    await screen.findAllByText('Done.')
    expect(callsOf(tracker.addToLayerTracker).map(({ body }) => body)).toEqual([{ ...data, create: true }])
  })

  test('creates a new workbook once, even if adding fails the first time', async () => {
    answer(tracker.listTrackerWorkbooks, pageOf([]))
    answer(tracker.createTrackerWorkbook, {
      sheet_id: 'workbook-with-a-long-id-2',
      title: 'Mine',
      sheets: [],
      created_by: 1,
      created_at: '2026-11-20T10:00:00.000Z',
      changed_at: '2026-11-20T10:00:00.000Z',
    })
    answer(tracker.previewLayerTracker, pageOf([{ job_id: 11, state: 'new', changes: [] }]))
    fail(tracker.addToLayerTracker, new ApiError(503, 'The sheet is busy.'))
    const bar = await choose(aJob({ id: 11 }))
    await userEvent.click(bar.getByRole('button', { name: 'Add to layer tracker' }))
    const ask = await dialog()
    const add = () => ask.getByRole<HTMLButtonElement>('button', { name: 'Add 1 job' })
    expect((await ask.findByRole<HTMLButtonElement>('button', { name: 'Add 1 job' })).disabled).toBe(true)
    await userEvent.type(ask.getByLabelText('Title of the new workbook'), 'Mine')
    await userEvent.click(add())
    await ask.findByText('The sheet is busy.')
    await waitFor(() => expect(add().disabled).toBe(false))
    answer(tracker.addToLayerTracker, { msg: 'Done.', new: 1, changed: 0, same: 0 })
    await userEvent.click(add())
    await screen.findAllByText('Done.')
    expect(callsOf(tracker.createTrackerWorkbook)).toHaveLength(1)
  })

  test('cancels several jobs after confirmation and shows which failed', async () => {
    answer(cancelJob, ({ params }: { params: { id: number } }) => {
      if (params.id === 12) throw new ApiError(409, 'Job 12 has ended.')
      return { msg: 'Job 11 was cancelled.' }
    })
    const bar = await choose(aJob({ id: 11, status: 'running' }), aJob({ id: 12, status: 'pending' }))
    await userEvent.click(bar.getByRole('button', { name: 'Cancel jobs' }))
    await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel 2 jobs' }))
    await screen.findByText('1 of 2 jobs cancelled. Job 12 has ended.')
  })
})
