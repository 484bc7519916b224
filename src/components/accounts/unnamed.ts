import { FIRST_ACCOUNT, type Me } from '#contract/accounts.ts'

/** The first account before its person has said who they are. */
export const isUnnamed = ({ last_name }: Me): boolean => last_name === FIRST_ACCOUNT.last_name
