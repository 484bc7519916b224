import { ProjectDialog } from './project-dialog.tsx'
import { TagAllLayers } from './tag-all-layers.tsx'

export const submissionDialogs = {
  project: ProjectDialog,
  tags: TagAllLayers,
}
