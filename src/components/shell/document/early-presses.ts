interface EarlyPress {
  form?: HTMLFormElement
  button?: HTMLElement | null
}
declare global {
  /** Ends the watch of the script below and returns the last press. */
  var takeEarlyPress: (() => EarlyPress | undefined) | undefined
}

/**
 * Before the page's scripts run, a click on a button would do nothing and a submitted form would reload the page,
 * empty. On a slow network that happens first, so the last press is kept until they run.
 */
export const keepEarlyPress = `(()=>{let last;const d=document,mark=()=>{d.documentElement.dataset.waiting=''};
const submit=e=>{e.preventDefault();last={form:e.target,button:e.submitter};mark()};
const click=e=>{const b=e.target.closest?.('button[type=button]');if(b){last={button:b};mark()}};
d.addEventListener('submit',submit,true);d.addEventListener('click',click,true);
globalThis.takeEarlyPress=()=>{d.removeEventListener('submit',submit,true);d.removeEventListener('click',click,true);
delete d.documentElement.dataset.waiting;delete globalThis.takeEarlyPress;return last}})()`

const RETRY_MS = 100
const TRIES = 50

/** Call it as soon as the page is interactive: replays the last press. Returns a function that undoes it. */
export function repeatEarlyPress(): () => void {
  let timer: ReturnType<typeof setTimeout>
  // Not within React's own work, where it cannot hydrate the pressed part first.
  const later = (action: () => void, ms: number) => (timer = setTimeout(action, ms))
  const send = (form: HTMLFormElement, button: HTMLElement | null | undefined, tries: number) => {
    if (form.isConnected && !requestAnswer(form, button) && tries > 1)
      later(() => send(form, button, tries - 1), RETRY_MS)
  }
  later(() => {
    const { form, button } = globalThis.takeEarlyPress?.() ?? {}
    if (form) send(form, button, TRIES)
    // The page may have answered the press already.
    else if (button?.isConnected && button.getAttribute('aria-expanded') !== 'true') {
      // Radix opens menus when the pointer goes down.
      button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }))
      button.click()
    }
  }, 0)
  return () => clearTimeout(timer)
}

/** Whether a handler took the form; the browser itself never gets it, as it would reload the page. */
function requestAnswer(form: HTMLFormElement, button: HTMLElement | null | undefined): boolean {
  if (!form.noValidate && !form.checkValidity()) return true
  let isHandled = false
  const last = (event: Event) => {
    isHandled = event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('submit', last)
  form.requestSubmit(button?.isConnected ? button : undefined)
  window.removeEventListener('submit', last)
  return isHandled
}
