import { CircleDashed, Eye, EyeOff, type LucideIcon } from 'lucide-react'
import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import { Badge, type Tone } from '~/components/ui/badge.tsx'
import { STATUS_WORDS } from './product-filters.ts'

const LOOKS: Record<Product['status'], { tone: Tone; icon: LucideIcon }> = {
  draft: { tone: 'neutral', icon: CircleDashed },
  published: { tone: 'success', icon: Eye },
  retired: { tone: 'warning', icon: EyeOff },
}

export const ProductStatus = ({ status }: Pick<Product, 'status'>) => (
  <Badge tone={LOOKS[status].tone} icon={LOOKS[status].icon}>
    {STATUS_WORDS[status]}
  </Badge>
)

export const formatOrigin = ({ job_id, simulated }: Pick<Product, 'job_id' | 'simulated'>) =>
  `${job_id === null ? 'Checked in' : 'Modelled'}${simulated ? ' from a simulated survey' : ''}`
