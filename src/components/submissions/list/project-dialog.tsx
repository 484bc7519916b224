import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { DialogButtons } from '~/components/form/dialog-buttons.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { ProjectField } from '~/components/submissions/new/project-field.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { everyProjectQuery } from '~/server/projects.functions.ts'
import { saveProject } from './save-project.ts'

/** Moves a submission to another project, or out of its project. */
export function ProjectDialog({ submission, onClose }: { submission: Submission; onClose: () => void }) {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(everyProjectQuery)
  const [projectId, setProjectId] = useState(submission.project_id)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const project = data?.content.find(({ id }) => id === projectId)
    void saveProject(client, submission, { project_id: projectId, project_name: project?.name ?? null })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Project of ${submission.title}`}
      description="Its layers and results stay as they are."
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <form noValidate aria-label="Project" className="flex flex-col gap-4" onSubmit={onSubmit}>
          <ProjectField projectId={projectId} onProject={setProjectId} />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" disabled={!data || projectId === submission.project_id}>
              Change project
            </Button>
          </DialogButtons>
        </form>
      )}
    </Dialog>
  )
}
