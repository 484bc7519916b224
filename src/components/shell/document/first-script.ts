import { keepEarlyPress } from './early-presses.ts'
import type { Theme } from '~/components/shell/preferences.ts'

/**
 * zod tests whether `new Function` is allowed, which the content security policy would report, unless this is set
 * first.
 */
const zodWithoutEval = 'globalThis.__zod_globalConfig={jitless:true}'
/** Only the browser can resolve 'system'. */
const systemTheme = `document.documentElement.dataset.theme=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'`

/** Runs in the head, with the response's nonce, before the first paint and before any module. */
export const firstScript = (theme: Theme): string =>
  [zodWithoutEval, keepEarlyPress, ...(theme === 'system' ? [systemTheme] : [])].join(';')
