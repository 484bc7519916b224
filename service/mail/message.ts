/** A message as it is written, before it goes anywhere. */
export interface Message {
  to: string
  subject: string
  text: string
  /** What the message is for: the address that stands in its text. */
  link?: string
}

/** What goes out, and what it is made from when its turn comes. */
export type Mail =
  | { kind: 'recover-password'; to: string }
  /** Without a registration: another message is asked for, or there is an account already. */
  | { kind: 'confirm-email'; to: string; registration?: number }
  | { kind: 'password-changed' | 'let-in' | 'somebody-waits'; to: string }
  /** Any other message: its text is fixed when it is queued. Give no link that opens more than one thing. */
  | { kind: 'letter'; to: string; data: { subject: string; text: string; link?: string } }

/** Subjects and addresses become header lines: one line each, whatever they are made of. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()
