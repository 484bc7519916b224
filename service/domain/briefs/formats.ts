import type { BriefKind } from '#contract/jobs/briefs.ts'

/** What the file of each kind is. */
export const FORMATS: Record<BriefKind, { extension: string; mediaType: string }> = {
  document: {
    extension: 'docx',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  slides: {
    extension: 'pptx',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
}
