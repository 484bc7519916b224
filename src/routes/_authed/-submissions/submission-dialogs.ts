import { loadedLater } from '~/components/ui/loaded-later.tsx'

export const submissionDialogs = {
  project: loadedLater(async () => (await import('./project-dialog.tsx')).ProjectDialog),
  tags: loadedLater(async () => (await import('./tag-all-layers.tsx')).TagAllLayers),
}
