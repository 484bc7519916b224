import { FIRST_ACCOUNT, type Me } from '#contract/accounts/accounts.ts'

/** The first account before the person has entered a name. */
export const isUnnamed = ({ last_name }: Me): boolean => last_name === FIRST_ACCOUNT.last_name
