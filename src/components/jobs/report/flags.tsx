import {
  BadgeCheck,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Map as MapIcon,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import type { Job, JobReport } from '#contract/jobs/job-shapes.ts'
import type { VerdictLevel } from '#contract/jobs/verdict.ts'
import { VERDICT_ABOUT } from '~/components/jobs/verdict-labels.ts'
import { Badge, type Tone } from '~/components/ui/badge.tsx'
import { Tooltip } from '~/components/ui/overlays/tooltip.tsx'
import { count } from '~/lib/figures.ts'
import type { AdminUnit } from './units/admin-sort.ts'
import { unitsDiffer } from '#common/layer-warnings.ts'
import { readDiagnostics, type UnitTest } from './diagnostics/diagnostics.ts'
import { pText, formatRaking } from './format.ts'

interface Flag {
  word: string
  icon: LucideIcon
  tone: Tone
  meaning: string
  /** Shown after the word. */
  detail?: string
}

/** First-level units: all of them, those that were tested, and those of them inside their interval. */
interface Tested {
  units: number
  tested: number
  passed: number
}

export function testedOf(units: readonly AdminUnit[]): Tested {
  const first = units.filter(({ level }) => level === 1)
  const tested = first.filter(({ pass }) => pass !== null)
  return {
    units: first.length,
    tested: tested.length,
    passed: tested.filter(({ pass }) => pass).length,
  }
}

const NONE_KNOWN: Tested = { units: 0, tested: 0, passed: 0 }

/** How often a perfect model passes: each unit lies inside its 95 % interval by itself. 0: the number is not known. */
export function admCaution(units: number): string {
  return `${chance(units)} It is a check of calibration on the data of the fit, not a validation.`
}

function chance(units: number): string {
  if (units === 0) return 'Even a perfect model misses each unit 5 % of the time.'
  if (units === 1) return 'Even a perfect model misses a single unit 5 % of the time.'
  const percent = 100 * 0.95 ** units
  const share = percent < 1 ? 'less than 1 %' : `only ${Math.round(percent)} %`
  return `Even a perfect model passes all of ${units} units ${share} of the time.`
}

/**
 * A completed job's three flags, each with what it does and does not mean; first-level units, if known, and whether all
 * of them together agree with the model.
 */
export function flagsOf(
  job: Pick<Job, 'final' | 'all_adm_pass' | 'is_overfit'>,
  tested = NONE_KNOWN,
  unitsAgree = false,
): Flag[] {
  const flags: Flag[] = [
    job.final
      ? {
          word: 'Final',
          icon: BadgeCheck,
          tone: 'success',
          meaning: 'The layer chosen for this country, target, source, wave and round.',
        }
      : {
          word: 'Not final',
          icon: CircleDashed,
          tone: 'neutral',
          meaning: 'Not the layer chosen for this country, target, source, wave and round.',
        },
    admFlag(job.all_adm_pass, tested, unitsAgree),
  ]
  if (job.is_overfit !== null) flags.push(overfitFlag(job.is_overfit))
  return flags
}

export function unitsFlag(test: UnitTest): Flag {
  const question = `One test of all first-level units with clusters (${count(test.units)}) together asks whether observed and fitted cases differ by more than the fitted model explains.`
  const detail = pText(test.p_value)
  return unitsDiffer(test)
    ? {
        word: 'Units contradict the model',
        icon: TriangleAlert,
        tone: 'warning',
        detail,
        meaning: `${question} They do: check the units with the largest z. A correct model is rejected in about 5 % of layers.`,
      }
    : {
        word: 'Units agree with the model',
        icon: CircleCheck,
        tone: 'success',
        detail,
        meaning: `${question} They do not. The test does not find a bias that all units share.`,
      }
}

/** Units outside their interval are no warning if all units together agree with the model. */
function admFlag(pass: boolean | null, { units, tested, passed }: Tested, unitsAgree: boolean): Flag {
  const hasTest = tested > 0
  const counted = hasTest ? `${passed} of ${tested} tested, of ${units} units. ` : ''
  const detail = hasTest && tested < units ? { detail: `${tested} of ${units} units tested` } : {}
  if (pass === null) {
    return {
      word: 'ADM not testable',
      icon: CircleDashed,
      tone: 'neutral',
      meaning: 'No first-level unit has enough clusters and an interval of its direct estimate.',
    }
  }
  return pass
    ? {
        word: 'All ADM pass',
        icon: CircleCheck,
        tone: 'success',
        ...detail,
        meaning: `${counted}The modelled mean of every testable first-level unit lies inside the 95 % interval of its direct estimate. ${admCaution(tested)}`,
      }
    : {
        word: 'Not all ADM pass',
        icon: unitsAgree ? CircleDashed : TriangleAlert,
        tone: unitsAgree ? 'neutral' : 'warning',
        ...detail,
        meaning: `${counted}The modelled mean of at least one testable first-level unit lies outside the 95 % interval of its direct estimate. That alone does not prove that the model is bad. ${admCaution(tested)}`,
      }
}

function overfitFlag(overfit: boolean): Flag {
  const rule =
    'the covariates make held-out blocks harder to predict (10 % level, and by more than 0.02 per cluster in log predictive density), while R² on the training data exceeds R² in block folds by more than the threshold (0.20 unless the layer sets another) or R² in block folds is not above 0'
  return overfit
    ? {
        word: 'Overfit',
        icon: TriangleAlert,
        tone: 'warning',
        meaning: `In this layer ${rule}. Use fewer covariates.`,
      }
    : {
        word: 'Not overfit',
        icon: CircleCheck,
        tone: 'success',
        meaning: `A layer is overfit when ${rule}. This layer is not, which does not mean that the model is correct.`,
      }
}

/** Where it shows, figures are not the model's own. */
function rakingFlag(job: JobReport): Flag | undefined {
  const word = formatRaking(job)
  return word === undefined
    ? undefined
    : {
        word,
        icon: CircleSlash,
        tone: 'info',
        meaning:
          'Maps and admin figures are shifted to match given prevalences, so they differ from the fitted model. Cross-validation and the comparison of units with the survey describe the model before raking.',
      }
}

const VERDICT_WORDS: Record<VerdictLevel, string> = {
  cells: 'For cells',
  adm2: 'For ADM2',
  adm1: 'For ADM1',
  nation: 'For the nation',
  none: 'Not usable',
}

const verdictFlag = (verdict: VerdictLevel): Flag => ({
  word: VERDICT_WORDS[verdict],
  icon: verdict === 'none' ? TriangleAlert : MapIcon,
  tone: verdict === 'none' ? 'warning' : 'info',
  meaning: `${VERDICT_ABOUT[verdict]}.`,
})

/** What the layer can be used for, and whether it is the final one. */
export function HeadFlags({ job }: { job: JobReport }) {
  const final = flagsOf(job).find(({ word }) => word.endsWith('inal'))
  return (
    <FlagList
      label="Verdict"
      flags={[job.verdict ? verdictFlag(job.verdict) : [], rakingFlag(job) ?? [], final ?? []].flat()}
    />
  )
}

/** The checks behind the verdict. */
export function Flags({ job, units }: { job: JobReport; units: readonly AdminUnit[] }) {
  const together = readDiagnostics(job.diagnostics)?.adm1?.together
  const agree = together ? !unitsDiffer(together) : false
  return (
    <FlagList
      label="Flags"
      flags={[
        together ? unitsFlag(together) : [],
        ...flagsOf(job, testedOf(units), agree).filter(
          ({ word }) => units.length > 0 || !word.includes('ADM'),
        ),
      ].flat()}
    />
  )
}

function FlagList({ label, flags }: { label: string; flags: readonly Flag[] }) {
  return (
    <ul aria-label={label} className="contents">
      {flags.map(({ word, icon, tone, meaning, detail }) => (
        <li key={word}>
          <Tooltip content={meaning} side="bottom">
            <button type="button" className="rounded">
              <Badge tone={tone} icon={icon}>
                {word}
                {detail && <span className="font-normal"> · {detail}</span>}
              </Badge>
            </button>
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}
