/** all: every layer; failed: only those whose job failed; improve: only changed ones, each to replace its job. */
export const AGAIN_MODES = ['all', 'failed', 'improve'] as const
export type AgainMode = (typeof AGAIN_MODES)[number]
