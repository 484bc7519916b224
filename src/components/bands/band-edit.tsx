import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { Band } from '#contract/rasters/band-list.ts'
import { checkTexts } from '~/components/form/checks.ts'
import { DialogButtons } from '~/components/form/dialog-buttons.tsx'
import { pickEdited, useContractForm } from '~/components/form/use-contract-form.ts'
import { useCountryOptions } from '~/components/form/use-country-options.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { DETAIL_CHECKS, DETAIL_LABELS, VALUES, isClasses } from '~/components/rasters/band-details.ts'
import { refetchRasters } from '~/components/rasters/raster-file.ts'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { changeBand } from '~/server/bands.functions.ts'

const LABELS = { name: 'Name', ...DETAIL_LABELS }
const CHECKS = {
  name: {
    schema: z.string().trim().min(1).max(200),
    message: 'Give the band a name of at most 200 characters.',
  },
  ...DETAIL_CHECKS,
}

/** A band's description, and what its values are; its cells stay unchanged. */
export function BandEdit({ band, onClose }: { band: Band; onClose: () => void }) {
  const client = useQueryClient()
  const countries = useCountryOptions('The whole world')
  const { form, onSubmit, others } = useContractForm({
    defaults: {
      name: band.name,
      description: band.description,
      unit: band.unit,
      source: band.source,
      year: band.year === null ? '' : String(band.year),
      iso3_code: band.iso3_code ?? '',
      values: band.categorical ? 'classes' : 'quantities',
    },
    check: (_body, values) => checkTexts(values, CHECKS),
    // Empty texts are sent too: they clear the previous value.
    send: async (_body, _more, { year, iso3_code, values, ...texts }, edited) => {
      const edits = {
        ...texts,
        year: year.trim() === '' ? null : Number(year),
        iso3_code: iso3_code === '' ? null : iso3_code,
      }
      const categorical = edited.has('values') ? isClasses(values) : undefined
      await changeBand({ data: { id: band.id, ...pickEdited(edits, edited), categorical } })
      showSnackbar({ color: 'success', message: 'Saved' })
      onClose()
      await refetchRasters(client)
    },
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Edit ${band.name}`}>
      <form noValidate aria-label="Edit the band" className="flex flex-col gap-3" onSubmit={onSubmit}>
        <form.AppForm>
          <form.FormProblems labels={LABELS} others={others} record={band.id} />
        </form.AppForm>
        <form.AppField name="name">
          {(field) => <field.TextField label={LABELS.name} required />}
        </form.AppField>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <form.AppField name="iso3_code">
            {(field) => <field.SelectField label={LABELS.iso3_code} options={countries} />}
          </form.AppField>
          <form.AppField name="year">
            {(field) => <field.TextField label={LABELS.year} inputMode="numeric" autoComplete="off" />}
          </form.AppField>
          <form.AppField name="unit">{(field) => <field.TextField label={LABELS.unit} />}</form.AppField>
          <form.AppField name="source">{(field) => <field.TextField label={LABELS.source} />}</form.AppField>
        </div>
        <form.AppField name="values">
          {(field) => (
            <field.SelectField
              label={LABELS.values}
              options={VALUES}
              help="A change rebuilds the overviews in the background."
            />
          )}
        </form.AppField>
        <form.AppField name="description">
          {(field) => <field.TextAreaField label={LABELS.description} rows={4} />}
        </form.AppField>
        <form.AppForm>
          <DialogButtons onCancel={onClose}>
            <form.SubmitButton>Save</form.SubmitButton>
          </DialogButtons>
        </form.AppForm>
      </form>
    </Dialog>
  )
}
