import type { Scope } from '#contract/endpoint.ts'

export const scopeWords: Readonly<Record<Scope, { label: string; help: string }>> = {
  read: { label: 'Read', help: 'Lists, reports and downloads' },
  run: { label: 'Run', help: 'Check and submit configurations' },
  write: { label: 'Write', help: 'All other changes' },
}

export const expiries = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 180, label: '180 days' },
  { days: 365, label: 'A year' },
] as const
