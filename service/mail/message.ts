/** A message's text and recipient, before it is sent. */
export interface Message {
  to: string
  subject: string
  text: string
  /** The address that the message's text links to. */
  link?: string
}

/** What is sent, and the data from which it is written when its turn comes. */
export type Mail =
  | { kind: 'recover-password'; to: string }
  /** No registration: another message was requested, or the account already exists. */
  | { kind: 'confirm-email'; to: string; registration?: number }
  | { kind: 'password-changed' | 'approved' | 'waiting-for-approval'; to: string }
  | {
      kind: 'submission-ended'
      to: string
      data: { submission_id: number; completed: number; failed: number; cancelled: number }
    }
  /** Any other message: its text is fixed when it is queued. Include no link that opens more than one thing. */
  | { kind: 'letter'; to: string; data: { subject: string; text: string; link?: string } }

/** Subjects and addresses become header lines: one line each, whatever they contain. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
