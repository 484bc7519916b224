import * as contract from '#contract/accounts.ts'
import { getMe, listUsers, login, logout } from '#contract/accounts.ts'
import { listPeople } from '../domain/accounts/list.ts'
import { signIn } from '../domain/accounts/login.ts'
import { signOut } from '../domain/accounts/logout.ts'
import { ServiceError } from '../service-error.ts'
import { type Route, route } from './route.ts'

const notYet = (): never => {
  throw new ServiceError('unavailable', 'This is not open yet.')
}

export const accountsRoutes: Route[] = [
  route(login, ({ body, request }, { db }) =>
    signIn(db, body, { address: request.ip, userAgent: request.headers['user-agent'] }),
  ),
  route(logout, ({ token }, { db }) => signOut(db, token ?? '')),
  route(getMe, async ({ actor }) => actor),
  route(listUsers, ({ query }, { db }) => listPeople(db, query)),
  route(contract.requestEmailConfirmation, notYet),
  route(contract.requestPasswordRecovery, notYet),
  route(contract.confirmEmail, notYet),
  route(contract.recoverPassword, notYet),
  route(contract.resetPassword, notYet),
  route(contract.register, notYet),
  route(contract.updateMe, notYet),
]
