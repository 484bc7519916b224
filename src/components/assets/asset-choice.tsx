import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Asset, listAssets } from '#contract/rasters/asset-list.ts'
import { failureMessage } from '~/api/api-error.ts'
import { Field } from '~/components/ui/fields/field.tsx'
import { Input } from '~/components/ui/fields/input.tsx'
import { Select } from '~/components/ui/fields/select.tsx'
import { assetsQuery } from '~/server/assets.functions.ts'

const FOUND = 50

/** An asset among those whose names contain a text. */
export function AssetChoice({
  asset,
  error: problem,
  onAsset,
}: {
  asset: Asset | null
  error: string | undefined
  onAsset: (asset: Asset | null) => void
}) {
  const [text, setText] = useState('')
  const query = listAssets.query.parse({
    limit: FOUND,
    sort_by: 'name',
    ...(text.trim() && { name: text.trim().slice(0, 200) }),
  })
  const { data, isError, error, isPending } = useQuery(assetsQuery(query))
  const matches = data?.content ?? []
  const choices = asset && !matches.some(({ id }) => id === asset.id) ? [asset, ...matches] : matches
  return (
    <>
      <Field
        label="Find an asset"
        help={
          data && data.totalElements > FOUND
            ? `The first ${FOUND} of ${data.totalElements.toLocaleString('en')}`
            : undefined
        }
      >
        {(control) => (
          <Input {...control} type="search" value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <Field label="Asset" required error={isError ? failureMessage(error) : problem}>
        {(control) => (
          <Select
            {...control}
            name="asset"
            value={asset?.id ?? ''}
            onChange={(event) => onAsset(choices.find(({ id }) => id === Number(event.target.value)) ?? null)}
          >
            <option value="">
              {isPending ? 'Loading' : choices.length === 0 ? 'No asset found' : 'Choose an asset'}
            </option>
            {choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name} ({id})
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}
