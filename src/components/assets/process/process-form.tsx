import { useSelector } from '@tanstack/react-form'
import { useQuery } from '@tanstack/react-query'
import { type Asset, RESAMPLE_METHODS, type Recipe } from '#contract/rasters/asset-list.ts'
import { processAsset as endpoint } from '#contract/rasters/processed.ts'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { useCountryOptions } from '~/components/form/use-country-options.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { collectionNamesQuery } from '~/server/collections.functions.ts'
import { AssetChoice } from '~/components/assets/asset-choice.tsx'
import { METHOD_NAMES } from '~/components/assets/asset-labels.ts'
import { BandsToProcess } from './bands-to-process.tsx'
import { ProcessProgress, ProcessedOne, ProcessedSeveral } from './process-result.tsx'
import { useProcess } from './use-process.ts'
import { useProcessSeveral } from './use-process-several.ts'

const METHOD_USES: Record<Recipe['method'], string> = {
  nearest: 'keeps classes',
  bilinear: 'interpolates smooth values',
  average: 'means of finer cells',
  sum: 'counts, such as people',
  mode: 'the most frequent class of finer cells',
}

const methods = [
  { value: '', label: 'Automatic' },
  ...RESAMPLE_METHODS.map((value) => ({ value, label: `${METHOD_NAMES[value]}: ${METHOD_USES[value]}` })),
]
const LABELS = {
  assets: 'Asset',
  bands: 'Band',
  collection_id: 'Grid',
  iso3_code: 'Area',
  method: 'Method',
  name: 'Name of the new band',
}
const text = (id: number | undefined) => (id === undefined ? '' : String(id))

/** Resamples a band of each raster: choose bands, grid, area and method; then shows the progress and the result. */
export function ProcessForm({
  assets: initialAssets,
  recipe,
}: {
  assets: readonly Asset[]
  recipe?: Recipe
}) {
  const one = useProcess()
  const several = useProcessSeveral()
  const { form, others, onSubmit } = useContractForm({
    defaults: {
      assets: initialAssets,
      bands: recipe ? { [recipe.asset_id]: recipe.band } : ({} as Record<number, number>),
      collection_id: text(recipe?.collection_id),
      iso3_code: recipe?.iso3_code ?? '',
      method: recipe?.method ?? '',
      name: recipe?.name ?? '',
    },
    check: (_, { assets }) => (assets.length > 0 ? {} : { assets: 'Choose an asset.' }),
    send: async ({ collection_id, iso3_code, method, name }, _, { assets, bands }) => {
      const bodies = assets.map((asset) =>
        endpoint.body.parse({
          asset_id: asset.id,
          band: bands[asset.id] ?? firstBand(asset),
          collection_id,
          iso3_code,
          method,
          name: assets.length === 1 ? name : undefined,
        }),
      )
      several.reset()
      if (bodies.length === 1) {
        await one.mutateAsync(bodies[0])
        return undefined
      }
      const outcomes = await several.mutateAsync(bodies)
      // What was rejected can be corrected and sent again.
      const rejected = assets.filter(({ id }) =>
        outcomes.some((outcome) => outcome.assetId === id && !outcome.asset),
      )
      form.setFieldValue('assets', rejected)
      return rejected.length > 0 ? 'unsent' : undefined
    },
  })
  const { assets, bands, collection_id } = useSelector(form.store, ({ values }) => values)
  const collections = useQuery(collectionNamesQuery)
  const countries = useCountryOptions('All of it')
  const isPending = one.isPending || several.isPending
  const isDone = several.isSuccess && assets.length === 0
  const [first] = assets
  return (
    <form noValidate aria-label="Process a raster" className="flex flex-col gap-3" onSubmit={onSubmit}>
      <form.AppForm>
        <form.FormProblems labels={LABELS} others={others} />
        {!isDone && (
          <>
            <fieldset disabled={isPending} className="flex flex-col gap-3">
              <legend className="sr-only">What to process</legend>
              {initialAssets.length === 0 && (
                <form.AppField name="assets">
                  {({ state, handleChange }) => (
                    <AssetChoice
                      asset={first ?? null}
                      error={(state.meta.errors as (string | undefined)[])[0]}
                      onAsset={(next) => handleChange(next ? [next] : [])}
                    />
                  )}
                </form.AppField>
              )}
              <form.AppField name="bands">
                {({ handleChange }) => (
                  <BandsToProcess
                    assets={assets}
                    bandOf={(asset) => bands[asset.id] ?? firstBand(asset)}
                    onBand={(asset, band) => handleChange({ ...bands, [asset.id]: band })}
                  />
                )}
              </form.AppField>
              <div className="grid grid-cols-1 gap-3 min-[500px]:grid-cols-2">
                <form.AppField name="collection_id">
                  {(field) => (
                    <field.SelectField
                      label={LABELS.collection_id}
                      help="With the grid of a collection, the band can be added to it."
                      options={[
                        { value: '', label: 'Reference grid' },
                        ...(collections.data?.content ?? []).map(({ id, name }) => ({
                          value: String(id),
                          label: `Collection ${name}`,
                        })),
                      ]}
                    />
                  )}
                </form.AppField>
                <form.AppField name="iso3_code">
                  {(field) => (
                    <field.SelectField
                      label={LABELS.iso3_code}
                      help="The box around a country includes parts of its neighbours."
                      options={countries}
                    />
                  )}
                </form.AppField>
              </div>
              {recipe && text(recipe.collection_id) === collection_id && (
                <ChangedGrid
                  before={recipe.collection_version}
                  current={collections.data?.content.find(({ id }) => id === recipe.collection_id)?.version}
                />
              )}
              <form.AppField name="method">
                {(field) => (
                  <field.SelectField
                    label={LABELS.method}
                    help="Automatic preserves the sums of people, keeps classes of categorical bands, averages finer cells and interpolates coarser ones."
                    options={methods}
                  />
                )}
              </form.AppField>
              {assets.length <= 1 && (
                <form.AppField name="name">
                  {(field) => (
                    <field.TextField
                      label={LABELS.name}
                      help="Unique in the Band Catalog. If it is empty, the name shows the band, the grid and the country."
                      maxLength={200}
                    />
                  )}
                </form.AppField>
              )}
            </fieldset>
            <div className="flex justify-end">
              <form.SubmitButton>
                {assets.length > 1 ? `Process ${assets.length} bands` : 'Process the band'}
              </form.SubmitButton>
            </div>
          </>
        )}
      </form.AppForm>
      {one.isPending && <ProcessProgress since={one.submittedAt} fraction={one.fraction} />}
      {one.isSuccess && <ProcessedOne {...one.data} />}
      {several.isSuccess && <ProcessedSeveral outcomes={several.data} names={initialAssets} />}
    </form>
  )
}

const firstBand = ({ bands }: Asset): number => bands[0]?.band_index ?? 1

/** Versions that share bands have the same grid; others may not. */
function ChangedGrid({ before, current }: { before: number | undefined; current: number | undefined }) {
  if (before === undefined || current === undefined || before === current) return null
  return (
    <Alert tone="info" title={`The collection is now at version ${current}`}>
      This raster has the grid of version {before}. The new one will have the grid of version {current}, which
      may differ.
    </Alert>
  )
}
