import { expect, test } from 'vitest'
import { intervalOmissions } from '#common/interval-omissions.ts'

const record = {
  national: { people: 12_000_000, raked_to: null, modelled: 0.346 },
  raked_units: [],
  parameters: {
    urban_share: 0.38,
    sampled_urban_share: 0.38,
    displacement: 'dhs',
    uses_density: false,
    cluster_variance: 0.25,
    overdispersion: 0,
  },
}
const sources = (of: Parameters<typeof intervalOmissions>[0]) =>
  intervalOmissions(of).map(({ source }) => source)
const messageOf = (of: Parameters<typeof intervalOmissions>[0], wanted: string) =>
  intervalOmissions(of).find(({ source }) => source === wanted)?.message

test('names what applies to the record, each only then', () => {
  expect(sources(record)).toEqual([
    'Population',
    'Urban share',
    'Displacement of coordinates',
    'Realised prevalence of small units',
  ])
  expect(sources({ ...record, national: { ...record.national, people: null } })).not.toContain('Population')
  const { parameters } = record
  const withParameters = (changed: object) => ({ ...record, parameters: { ...parameters, ...changed } })
  expect(sources(withParameters({ urban_share: null, sampled_urban_share: null }))).not.toContain(
    'Urban share',
  )
  expect(sources(withParameters({ displacement: 'none' }))).not.toContain('Displacement of coordinates')
  expect(sources(withParameters({ uses_density: true }))).toContain('Density of sampling')
  expect(sources(withParameters({ cluster_variance: 0 }))).not.toContain('Realised prevalence of small units')
  expect(sources({ ...record, raked_units: [{}, {}] })).toContain('Raking')
})

test('says where the urban share comes from, as far as the record has it', () => {
  const { parameters } = record
  const message = (changed: object) =>
    messageOf({ ...record, parameters: { ...parameters, ...changed } }, 'Urban share')
  expect(message({})).toContain('The urban share of 38 %, which comes from the survey, is taken as exact')
  expect(message({ urban_share: 0.31 })).toContain('The urban share of 31 %, which the layer gives, is')
  expect(message({ sampled_urban_share: undefined })).toContain('The urban share of 38 % is taken as exact')
})

test('says what was given where figures are raked', () => {
  const national = { ...record.national, raked_to: 0.32 }
  expect(messageOf({ ...record, national }, 'Raking')).toContain('national prevalence of 32 % is taken')
  expect(messageOf({ ...record, raked_units: [{}] }, 'Raking')).toContain('prevalences of 1 unit are taken')
})

test('a record without displacement does not claim to know it', () => {
  const older = { national: record.national, parameters: { method: 'gp', cluster_variance: 0.25 } }
  expect(messageOf(older, 'Displacement of coordinates')).toContain('It is not recorded whether')
  expect(messageOf(record, 'Displacement of coordinates')).toContain('are displaced by up to 2 km')
  expect(sources({ parameters: {} })).toEqual(['Displacement of coordinates'])
})

test('parameters that a fit holds fixed are left out; of earlier jobs, nothing is said', () => {
  const withIntervals = (intervals?: object | null) => ({ parameters: { displacement: 'none', intervals } })
  expect(messageOf(withIntervals(null), 'Parameters of the surface')).toContain('no usable curvature')
  expect(sources(withIntervals({ variance: [0.1, 0.4] }))).toEqual([])
  expect(sources(withIntervals())).toEqual([])
})

test('the realised prevalence of ten enumeration areas: variance by hand, by quadrature and with correlation', () => {
  const pointsAt = (modelled: number, cluster_variance: number, overdispersion = 0) => {
    const of = {
      national: { ...record.national, modelled },
      parameters: { cluster_variance, overdispersion },
    }
    const message = messageOf(of, 'Realised prevalence of small units')!
    return Number(/about (.*) percentage points/.exec(message)![1])
  }
  // Few differences: p·(1 − p)·sd, 1.96·0.25·0.1/√10.
  expect(pointsAt(0.5, 0.01)).toBe(1.5)
  // R: f <- function(m) integrate(function(z) plogis(m + 1.2*z)*dnorm(z), -8, 8)$value; m <- uniroot(function(m) f(m) - 0.005,
  // c(-20, 0), tol=1e-12)$root; v <- integrate(function(z) plogis(m + 1.2*z)^2*dnorm(z), -8, 8)$value - 0.005^2
  // 100*1.96*sqrt(v)/sqrt(10)
  expect(pointsAt(0.005, 1.44)).toBe(0.52)
  // Only the correlation: 1.96·√(0.25·0.1)/√10.
  expect(pointsAt(0.5, 0, 0.1)).toBe(9.8)
})
