import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { stepsOf } from './adding.ts'
import { useCountryName } from '~/components/form/use-country-names.ts'

/** The way back to the steps, on the screens that they lead to. */
export function AddingNote({ iso3_code }: { iso3_code: string | undefined }) {
  const countryName = useCountryName()
  if (iso3_code === undefined) return null
  return (
    <p>
      <Link {...stepsOf(iso3_code)} className="inline-flex items-center gap-1 text-link hover:underline">
        <ArrowLeft aria-hidden="true" className="size-4" />
        Steps to add {countryName(iso3_code)}
      </Link>
    </p>
  )
}
