import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { countriesQuery } from '~/server/countries.functions.ts'
import { stepsOf } from './adding.ts'

/** The way back to the steps, on the screens that they lead to. */
export function AddingNote({ iso3_code }: { iso3_code: string | undefined }) {
  const { data } = useQuery({ ...countriesQuery, enabled: iso3_code !== undefined })
  if (iso3_code === undefined) return null
  const name = data?.content.find((country) => country.iso3_code === iso3_code)?.name ?? iso3_code
  return (
    <p>
      <Link {...stepsOf(iso3_code)} className="inline-flex items-center gap-1 text-link hover:underline">
        <ArrowLeft aria-hidden="true" className="size-4" />
        Steps of adding {name}
      </Link>
    </p>
  )
}
