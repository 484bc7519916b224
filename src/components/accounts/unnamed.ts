import { FIRST_ACCOUNT, type Me } from '#contract/accounts.ts'

/** The first account before its person has said who they are. */
export const isUnnamed = ({ first_name, last_name }: Me): boolean =>
  first_name === FIRST_ACCOUNT.first_name && last_name === FIRST_ACCOUNT.last_name
