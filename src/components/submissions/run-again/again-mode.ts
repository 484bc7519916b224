/**
 * all: every layer; failed: only those whose job failed; unfinished: those whose job failed or was cancelled; improve:
 * only changed ones, each to replace its job.
 */
export const AGAIN_MODES = ['all', 'failed', 'unfinished', 'improve'] as const
export type AgainMode = (typeof AGAIN_MODES)[number]
