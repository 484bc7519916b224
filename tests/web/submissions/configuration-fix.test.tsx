import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { listCountries } from '#contract/places/countries.ts'
import { type Validation, validateConfiguration } from '#contract/submissions/submissions.ts'
import { keepDraft, storedDraft } from '~/components/form/kept-draft.ts'
import { draftKey, parseDraft } from '~/components/submissions/new/configuration-draft.ts'
import { answer, resetApi } from '../support/fake-api.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { FakeEventSource } from '../support/submission-fakes.ts'

const SUBMISSION = '/modeling/submission'
/** Ada's, see accounts-fakes.ts. */
const PERSON = 1
const bad: Validation = {
  valid: false,
  columns: ['target', 'iso3_code', 'stackname'],
  rows: [{ row: 2, cells: { target: 'stunting', iso3_code: 'Benin', stackname: 'ben' } }],
  findings: [
    { severity: 'error', row: 1, column: 'stackname', message: 'Unknown column.', fix: 'stack_name' },
    { severity: 'error', row: 2, column: 'iso3_code', message: 'Not a country code.', fix: 'BEN' },
  ],
}
let validated: string[]

/** The service's validation of the file that was sent: JSON is fixed, anything else is bad. */
async function validation(file: File): Promise<Validation> {
  validated.push(file.name)
  if (!file.name.endsWith('.json')) return bad
  const sent = JSON.parse(await file.text()) as Record<string, string>[]
  const findings = bad.findings.filter(({ row }) =>
    row === 1
      ? sent.some((layer) => 'stackname' in layer)
      : sent.some(({ iso3_code: code }) => code !== 'BEN'),
  )
  return { ...bad, valid: findings.length === 0, findings }
}

beforeEach(() => {
  resetApi()
  sessionStorage.clear()
  validated = []
  answer(listCountries, { content: [], totalElements: 0 })
  answer(validateConfiguration, ({ files }: { files: { file: File } }) => validation(files.file))
  vi.stubGlobal('EventSource', FakeEventSource)
})

async function openBad() {
  show(routerAt(SUBMISSION))
  const field = await screen.findByLabelText(/^Choose a configuration/)
  await userEvent.upload(field, new File(['target,iso3_code,stackname\n'], 'bad.csv'), { applyAccept: false })
  return screen.findByRole('list', { name: 'Findings' })
}
const cell = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const fixes = async (fix: string) =>
  within(await screen.findByRole('list', { name: 'Findings' })).getByRole('button', { name: `Use ‘${fix}’` })

test('fixes a cell and a column name with one click each', async () => {
  await openBad()
  await userEvent.click(await fixes('BEN'))
  expect((await cell('Row 2, iso3_code')).value).toBe('BEN')
  await screen.findByText('1 error in 1 layer')
  await userEvent.click(await fixes('stack_name'))
  expect((await cell('Row 2, stack_name')).value).toBe('ben')
  // Its name changed, not its values.
  expect(screen.queryByText('was empty')).toBeNull()
  await screen.findByText('1 layer ready to submit')
})

test('another file can be chosen, by the words on the button', async () => {
  await openBad()
  await userEvent.click(screen.getByRole('button', { name: 'Choose another' }))
  expect(await screen.findByLabelText(/^Choose a configuration/)).toBeTruthy()
})

test("keeps the file's order of columns", async () => {
  await openBad()
  const heads = within(screen.getByRole('table', { name: 'Configuration' })).getAllByRole('columnheader')
  expect(heads.map(({ id }) => id)).toEqual(['', 'cell-1-target', 'cell-1-iso3_code', 'cell-1-stackname'])
})

test('validates the original file until a cell is edited', async () => {
  await openBad()
  expect(validated).toEqual(['bad.csv'])
  await userEvent.upload(screen.getByLabelText(/^Add points files/), new File(['a'], 'points.csv'))
  await expect.poll(() => validated).toEqual(['bad.csv', 'bad.csv'])
  await userEvent.click(await fixes('BEN'))
  await expect.poll(() => validated).toEqual(['bad.csv', 'bad.csv', 'bad.json'])
})

test('offers to continue edits after leaving the screen', async () => {
  await openBad()
  await userEvent.click(await fixes('BEN'))
  cleanup()
  show(routerAt(SUBMISSION))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with bad.csv (1 change)' }))
  expect((await cell('Row 2, iso3_code')).value).toBe('BEN')
  expect(screen.getByText('was Benin')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('bad')
  await screen.findByText('1 error in 1 layer')
})

test('asks before the tab is closed or another screen opens, and says what is kept', async () => {
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  const leave = async () => {
    await userEvent.click(screen.getByRole('link', { name: 'Tags' }))
    return screen.findByRole('dialog', { name: 'Leave before the configuration is submitted?' })
  }
  await openBad()
  expect(closing()).toBe(true)
  expect((await leave()).textContent).toContain('The file has to be chosen again')
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  await userEvent.click(await fixes('BEN'))
  expect(closing()).toBe(true)
  expect((await leave()).textContent).toContain('Your changes stay in this tab')
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  expect((await cell('Row 2, iso3_code')).value).toBe('BEN')
})

test('discards the kept edits', async () => {
  const sheet = { columns: ['target'], rows: [{ row: 2, cells: { target: 'a' } }] }
  const edited = { ...sheet, rows: [{ row: 2, cells: { target: 'b' } }] }
  keepDraft(draftKey(PERSON), {
    name: 'a.csv',
    title: 'a',
    projectId: null,
    before: sheet,
    sheet: edited,
    surveys: ['points.csv'],
  })
  show(routerAt(SUBMISSION))
  await screen.findByText('Attach its points files again: points.csv.')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull()
  expect(storedDraft(draftKey(PERSON))).toBeNull()
})

test('ignores a stored draft that cannot be read or has no change', () => {
  expect(parseDraft('{')).toBeNull()
  expect(parseDraft('{}')).toBeNull()
  const sheet = { columns: [], rows: [] }
  expect(parseDraft(JSON.stringify({ before: sheet, sheet }))).toBeNull()
})
