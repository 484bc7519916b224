const FIELD = 'input:not([type=hidden], :disabled), select, textarea, [role=checkbox]:not(:disabled)'

export const focusField = (content: HTMLElement | null) => content?.querySelector<HTMLElement>(FIELD)?.focus()

/** A form focuses its first field, once it is loaded; a question focuses Close, away from what cannot be undone. */
export function focusFirstField(event: Event): void {
  event.preventDefault()
  const content = event.currentTarget as HTMLElement
  const field = () => content.querySelector<HTMLElement>(FIELD)
  const first = field() ?? content.querySelector('button')
  first?.focus()
  moveOnceLoaded(content, first, field)
}

/** Like `focusFirstField`, for a popover, which has the focus itself until its content is loaded. */
export function focusLoadedField(event: Event): void {
  const content = event.currentTarget as HTMLElement
  moveOnceLoaded(content, content, () => content.querySelector<HTMLElement>(`${FIELD}, button, a[href]`))
}

function moveOnceLoaded(content: HTMLElement, from: Element | null, to: () => HTMLElement | null): void {
  if (!content.querySelector('output')) return
  const loading = new MutationObserver(() => {
    const target = to()
    if (!target) return
    loading.disconnect()
    if (document.activeElement === from) target.focus()
  })
  loading.observe(content, { childList: true, subtree: true })
}
