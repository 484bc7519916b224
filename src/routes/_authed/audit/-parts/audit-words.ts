import type { AuditResult } from '#contract/audit.ts'

export const resultWords: Readonly<Record<AuditResult, string>> = {
  ok: 'Done',
  denied: 'Denied',
  refused: 'Refused',
  failed: 'Failed',
}

/** 'password-change' → 'Password change' */
export function actionInWords(action: string): string {
  const words = action.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
