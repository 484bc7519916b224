/** Secrets and addresses that a process does not need and must not see. */
const HIDDEN = {
  service: /^ADMIN_/,
  worker: /^(ADMIN_|SMTP_URL$|GOOGLE_)/,
  web: /^(ADMIN_|SMTP_URL$|GOOGLE_|DATABASE_URL$|FILES_URL$|AWS_|PG)/,
  build: /^(ADMIN_|SMTP_URL$|GOOGLE_|DATABASE_URL$|FILES_URL$|AWS_|PG|SENTRY_DSN$)/,
} as const

export type Program = keyof typeof HIDDEN

/** A child's environment, without what its program does not need. */
export const environmentFor = (
  program: Program,
  own: Record<string, string | undefined> = {},
  all: Record<string, string | undefined> = process.env,
): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries({ ...all, ...own }).filter(([name]) => !HIDDEN[program].test(name)))
