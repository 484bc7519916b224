import type { BriefKind } from '#contract/jobs/briefs.ts'

const DOCX = {
  extension: 'docx',
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

/** What the file of each kind is. */
export const FORMATS: Record<BriefKind, { extension: string; mediaType: string }> = {
  document: DOCX,
  'unit-sheets': DOCX,
  slides: {
    extension: 'pptx',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
}
