import type { EmptyList } from '~/components/data-table/address/list.ts'
import { Users } from 'lucide-react'

export const noSurveysYet: EmptyList = {
  icon: Users,
  title: 'No surveys yet',
  text: 'A survey is a file of clusters with their position, a numerator and a denominator. Layers are modelled from it.',
}
