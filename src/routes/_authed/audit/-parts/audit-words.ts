import type { AuditResult } from '#contract/audit.ts'

export const resultWords: Readonly<Record<AuditResult, string>> = {
  ok: 'Done',
  denied: 'Denied',
  refused: 'Refused',
  failed: 'Failed',
}

const verbs: Readonly<Record<string, string>> = { login: 'Log in', logout: 'Log out' }

/** 'password-change' → 'Password change' */
export function actionInWords(action: string): string {
  const words = verbs[action] ?? action.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
