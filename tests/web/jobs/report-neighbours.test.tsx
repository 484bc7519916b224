import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listFinalHistory } from '#contract/jobs/final.ts'
import { listJobAdmData } from '#contract/jobs/job-outputs.ts'
import { getJobReport, listJobs } from '#contract/jobs/jobs.ts'
import { answer, callsOf, resetApi } from '../support/fake-api.ts'
import { report } from '../support/report-fixture.ts'
import { routerAt, show } from '../support/shell-router.tsx'
import { FakeEventSource, aJob, pageOf } from '../support/submission-fakes.ts'

const keyOf = (id: number) => `nga-safe-water-sim-2024-r1-${id}`
const jobs = Array.from({ length: 25 }, (_, index) =>
  aJob({ id: index + 1, job_key: keyOf(index + 1), seed: index + 1, country: 'Nigeria', target: 'water' }),
)
const addressOf = (id: number, list?: string) =>
  `/spatial-catalog/report/${keyOf(id)}${list ? `?list=${encodeURIComponent(list)}` : ''}`
const LIST = '/modeling/product-catalog?iso3_code=NGA&page=2&sort_by=target'

beforeEach(() => {
  resetApi()
  answer(getJobReport, ({ params }: { params: { job_key: string } }) => ({
    ...report,
    id: Number(params.job_key.split('-').at(-1)),
    job_key: params.job_key,
  }))
  answer(listJobAdmData, pageOf([]))
  answer(listFinalHistory, pageOf([]))
  answer(listJobs, ({ query }: { query: { skip: number; limit: number } }) =>
    pageOf(jobs.slice(query.skip, query.skip + query.limit), jobs.length),
  )
})

const inList = async () => within(await screen.findByRole('navigation', { name: 'List' }))

describe('a report opened from a list', () => {
  test('leads back to it and to the jobs beside it, with its filters and sort order', async () => {
    show(routerAt(addressOf(15, LIST)))
    const list = await inList()
    expect(list.getByRole('link', { name: 'Back to the list' }).getAttribute('href')).toBe(LIST)
    await list.findByText('15 of 25')
    expect(callsOf(listJobs).at(-1)?.query).toMatchObject({
      iso3_code: ['NGA'],
      sort_by: 'target',
      skip: 0,
      limit: 30,
    })
    const next = list.getByRole('link', { name: 'Next job: Benin pilot · Nigeria · water · seed 16' })
    expect(next.getAttribute('href')).toBe(addressOf(16, LIST))
  })

  test('crosses the border of a page, and keeps what is shown', async () => {
    const router = routerAt(`${addressOf(11, LIST)}&surface=width&pin=9_8`)
    show(router)
    await userEvent.click(await (await inList()).findByRole('link', { name: /^Previous job/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe(addressOf(10)))
    expect(router.state.location.search).toEqual({
      list: '/modeling/product-catalog?iso3_code=NGA&sort_by=target',
      surface: 'width',
    })
  })

  test.each([
    [1, 'Previous', 'Next'],
    [25, 'Next', 'Previous'],
  ])('job %i of 25 has no link beyond the end', async (id, absent, present) => {
    show(routerAt(addressOf(id, LIST.replace('page=2', `page=${Math.ceil(id / 10)}`))))
    const list = await inList()
    await list.findByRole('link', { name: new RegExp(`^${present}`) })
    expect(list.queryByRole('link', { name: new RegExp(`^${absent}`) })).toBeNull()
  })

  test('of which it is no longer part still leads back', async () => {
    show(routerAt(addressOf(99, LIST)))
    const list = await inList()
    await waitFor(() => expect(callsOf(listJobs)).toHaveLength(1))
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Back to the list'])
  })

  test("a submission's layers are a list of their own", async () => {
    show(routerAt(addressOf(3, '/modeling/submission/7?status=completed')))
    await (await inList()).findByText('3 of 25')
    expect(callsOf(listJobs).at(-1)?.query).toMatchObject({ submission_id: [7], status: ['completed'] })
  })
})

test.each([undefined, 'https://example.org', '//example.org/modeling/product-catalog', '/logout'])(
  'a report with the list %s has no navigation',
  async (list) => {
    show(routerAt(addressOf(3, list)))
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('navigation', { name: 'List' })).toBeNull()
  },
)

test('the table links to reports that lead back to it', async () => {
  vi.stubGlobal('EventSource', FakeEventSource)
  show(routerAt(LIST))
  const [link] = await screen.findAllByRole('link', { name: /^Benin pilot · Nigeria · water · seed 11/ })
  expect(link?.getAttribute('href')).toBe(addressOf(11, LIST))
})

test.each([
  ['/spatial-catalog/report/$jobKey', `${addressOf(3)}?range=5_62.5&opacity=5&pin=9_8&line=1`],
  ['/spatial-catalog/report/$jobKey', `${addressOf(3)}?range=p2_98&band=2&ramp=wrong&unit=NG012`],
  ['/spatial-catalog/compare', '/spatial-catalog/compare?jobs=1&left=x&mode=swipe&swipe=101'],
  ['/raster/band-catalog/$id', '/raster/band-catalog/7?range=-12.5_200&compare=job-1-mean&profile_with=x'],
])('unknown names and invalid values leave the address of %s: %s', async (_, address) => {
  const router = routerAt(`${address}${address.includes('?') ? '&' : '?'}utm_source=mail`)
  show(router)
  await screen.findByRole('heading', { level: 1 })
  const rest = address.replace(/&(opacity|line|ramp|left|swipe|profile_with)=[^&]*/g, '')
  expect(router.state.location.href).toBe(rest)
})

test('the address of a report keeps its order, whatever changes: the server redirects others', async () => {
  const router = routerAt(`${addressOf(3)}?surface=width`)
  show(router)
  await screen.findByRole('heading', { level: 1 })
  await router.navigate({ to: '.', search: (previous) => ({ ...previous, pin: '9_8' }) })
  expect(router.state.location.href).toBe(`${addressOf(3)}?pin=9_8&surface=width`)
})
