import type { RegisteredRouter } from '@tanstack/react-router'
import { showSnackbar } from './snackbar-store.ts'
import { basePath } from '~/lib/base-path.ts'

type Step = Parameters<Parameters<RegisteredRouter['history']['block']>[0]['blockerFn']>[0]

/**
 * Navigates to another screen only once its code is loaded. Offline, people stay where they are, with what they have
 * typed; after a new release, whose chunks have other names, the other screen is loaded with a full page load.
 */
export function stayWhenUnreachable(router: RegisteredRouter): void {
  let steps = 0
  const blockerFn = async (step: Step): Promise<boolean> => {
    const { currentLocation, nextLocation, action } = step
    steps += 1
    if (nextLocation.pathname === currentLocation.pathname) return false
    const here = steps
    if (!navigator.onLine) return report(router, step, 'You are offline')
    if (await codeLoads(router, screenOf(router, step))) {
      // A later navigation has overtaken this one while its code was loading.
      return here !== steps && (action === 'PUSH' || action === 'REPLACE')
    }
    if (!(await serverAnswers())) return report(router, step, 'The server cannot be reached')
    if (reloadedBefore(nextLocation.href)) return report(router, step, 'A part of the program is missing')
    location.assign(nextLocation.href)
    return true
  }
  router.history.block({ blockerFn, enableBeforeUnload: false })
}

/** The path of the next screen; the history's has the web application's own path before it. */
const screenOf = (router: RegisteredRouter, { nextLocation }: Step) =>
  router.parseLocation(nextLocation).pathname

/**
 * A lazy component keeps its `preload` until its code is loaded; a failure is stored inside it until it is rendered.
 */
interface MaybeLazy {
  preload?: () => Promise<void> | undefined
}

async function codeLoads(router: RegisteredRouter, pathname: string): Promise<boolean> {
  const components = router
    .getMatchedRoutes(pathname)[0]
    .map(({ options }) => options.component as MaybeLazy | undefined)
  const missing = () => components.filter((component) => component?.preload)
  if (missing().length === 0) return true
  const root = document.documentElement
  root.dataset['waiting'] = ''
  await Promise.all(missing().map(async (component) => component?.preload?.()))
  delete root.dataset['waiting']
  return missing().length === 0
}

const serverAnswers = () =>
  fetch(`${basePath}/healthz`, { cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )

/** Whether this build has already tried it once in this tab; calling this records the attempt. */
function reloadedBefore(href: string): boolean {
  const key = `reloaded:${import.meta.url}`
  if (sessionStorage.getItem(key) === href) return true
  sessionStorage.setItem(key, href)
  return false
}

function report(router: RegisteredRouter, step: Step, cause: string): true {
  const { nextLocation, action } = step
  const again = () => {
    if (action === 'BACK') router.history.back()
    else if (action === 'FORWARD') router.history.forward()
    else void router.navigate({ href: nextLocation.href, replace: action === 'REPLACE' })
  }
  const title =
    router.getMatchedRoutes(screenOf(router, step))[2]?.options.staticData?.title ?? 'the next page'
  showSnackbar({
    color: 'error',
    message: `${cause}, so ${title} could not be opened. Nothing on this page is lost.`,
    action: {
      label: 'Try again',
      // After the snackbar has closed: the next attempt may need it at once.
      onClick: () => setTimeout(again),
    },
  })
  return true
}
