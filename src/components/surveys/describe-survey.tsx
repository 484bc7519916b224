import { useQueryClient } from '@tanstack/react-query'
import type { Survey } from '#contract/surveys/survey-list.ts'
import { changeSurvey as contract } from '#contract/surveys/surveys.ts'
import { DialogButtons } from '~/components/form/dialog-buttons.tsx'
import { pickEdited, rejectedFields, useContractForm } from '~/components/form/use-contract-form.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { surveyName } from './survey-labels.ts'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { changeSurvey } from '~/server/surveys.functions.ts'
import { SurveyDescriptionFields, descriptionLabels } from './import/survey-description-fields.tsx'

const messages = { source_url: 'Give an address that begins with http:// or https://.' }

/** Says what the methods pages of the survey's jobs say of it. */
export function DescribeSurvey({ survey, onClose }: { survey: Survey; onClose: () => void }) {
  const client = useQueryClient()
  const { id, indicator_definition, age_group, period, source_url, licence } = survey
  const { form, onSubmit, others } = useContractForm({
    defaults: { indicator_definition, age_group, period, source_url, licence },
    check: (_body, values) => rejectedFields(contract.body, values, messages),
    send: async (_body, _more, values, edited) => {
      if (edited.size > 0) {
        await changeSurvey({ data: { id, ...pickEdited(values, edited) } })
        showSnackbar({ color: 'success', message: `${surveyName(survey)} was changed.` })
        void client.invalidateQueries({ queryKey: ['surveys'] })
        void client.invalidateQueries({ queryKey: ['jobs', 'methods'] })
      }
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Describe ${surveyName(survey)}`}
      description="The methods pages of its jobs say this. Its points and figures stay as they are."
    >
      <form noValidate aria-label="Description" className="flex flex-col gap-4" onSubmit={onSubmit}>
        <form.AppForm>
          <form.FormProblems labels={descriptionLabels} others={others} />
        </form.AppForm>
        <SurveyDescriptionFields form={form as never} />
        <form.AppForm>
          <DialogButtons onCancel={onClose}>
            <form.SubmitButton>Save changes</form.SubmitButton>
          </DialogButtons>
        </form.AppForm>
      </form>
    </Dialog>
  )
}
