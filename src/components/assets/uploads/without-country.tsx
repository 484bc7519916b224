import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Asset } from '#contract/rasters/asset-list.ts'
import type { InspectedRaster } from '#contract/rasters/asset-inspection.ts'
import { showFailure } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { useCountryOfRaster } from '~/components/rasters/country-of-extent.ts'
import { refetchRasters } from '~/components/rasters/raster-file.ts'
import { Button } from '~/components/ui/button.tsx'
import { changeBand } from '~/server/bands.functions.ts'

/** Offers the country that the extent fits, for an asset that was catalogued without one. */
export function WithoutCountry({
  bands,
  raster,
}: {
  bands: Asset['bands']
  raster: Pick<InspectedRaster, 'bounds_degrees'> | null
}) {
  const client = useQueryClient()
  const country = useCountryOfRaster(raster)
  const assign = useMutation({
    mutationFn: (iso3_code: string) =>
      Promise.all(bands.map(({ id }) => changeBand({ data: { id, iso3_code } }))),
    onSuccess: () => refetchRasters(client),
    onError: showFailure,
  })
  if (assign.isSuccess) return <span className="text-muted">· Listed under {country?.name}.</span>
  return (
    <>
      <span className="text-muted">· Listed under World: no country was chosen.</span>
      {country && (
        <Button
          variant="secondary"
          size="tiny"
          busy={assign.isPending}
          onClick={() => assign.mutate(country.iso3_code)}
        >
          List it under {country.name}
        </Button>
      )}
    </>
  )
}
