import type { AuditEntry, AuditResult } from '#contract/audit.ts'
import { capitalised } from '~/lib/capitalised.ts'

export const resultWords: Readonly<Record<AuditResult, string>> = {
  ok: 'Done',
  denied: 'Denied',
  rejected: 'Rejected',
  failed: 'Failed',
}

/** Labels for actions whose own word is not clear enough. */
const sentences: Readonly<Record<string, string>> = {
  'accept-finding': 'Accept a warning',
  'access-token-create': 'Create an access token',
  'access-token-revoke': 'Revoke an access token',
  'account-remove': 'Remove an account',
  admit: 'Approve a person',
  'begin-upload': 'Begin a resumable upload',
  'change-view': 'Change a saved view',
  'confirm-email': 'Confirm the email address',
  'default-view': 'Choose a default view',
  delete: 'Delete a tag',
  'delete-view': 'Delete a saved view',
  disable: 'Disable an account',
  'discard-inspection': 'Discard a dry run of a raster',
  'discard-upload': 'Discard a resumable upload',
  enable: 'Enable an account',
  export: 'Export a list',
  final: 'Change the final mark',
  'undo-final': 'Undo a change of the final mark',
  'finish-upload': 'Finish a resumable upload',
  'hand-over': 'Hand records over',
  'link-asset': 'Create a link to a raster',
  'link-band': 'Create a link to the tiles of a band',
  'link-secret': 'Rotate the secret of signed links',
  login: 'Log in',
  logout: 'Log out',
  merge: 'Merge tags',
  'move-submission': 'Move a submission',
  'notification-preferences': 'Change notification preferences',
  'notifications-read': 'Mark notifications as read',
  'password-change': 'Change the password',
  'place-group-change': 'Change a place group',
  'place-group-delete': 'Delete a place group',
  'place-group-import': 'Import a place group',
  'process-asset': 'Process a raster',
  'request-aggregate': 'Request figures of other units',
  'request-brief': 'Request a brief',
  'recover-password': 'Recover the password',
  roles: 'Change role',
  'run-again': 'Run a submission again',
  'run-file': 'Submit a configuration',
  'save-view': 'Save a view',
  'session-end': 'End a session',
  'sessions-end': 'End all sessions',
  track: 'Add to the layer tracker',
  'update-me': 'Change the profile',
  'withdraw-finding': 'Withdraw an accepted warning',
}

/** What a download hands out, by the kind of its record. */
const downloads: Readonly<Record<string, string>> = {
  assets: 'Download a raster',
  interpolation: 'Download a product',
  jobs: 'Download an output',
  'layer-tracker': 'Download a layer tracker',
  submissions: 'Read the configuration',
  zips: 'Download outputs',
}

/** An entry's action; with its record's name beside it, 'Read the configuration' 'Submission 5 Water'. */
export function formatEntry({ action, record }: Pick<AuditEntry, 'action' | 'record'>): string {
  const kind = record?.split(':')[0] ?? ''
  return (action === 'download' && Object.hasOwn(downloads, kind) && downloads[kind]) || formatAction(action)
}

/** 'link-product-files' → 'Link product files'; a denied call has its name instead: 'listPeople' → 'List people'. */
export function formatAction(action: string): string {
  const words =
    (Object.hasOwn(sentences, action) && sentences[action]) ||
    action.replaceAll('-', ' ').replace(/[a-z][A-Z]/g, ([end, start]) => `${end} ${start?.toLowerCase()}`)
  return capitalised(words)
}
