import * as Radix from '@radix-ui/react-dialog'
import { type ReactNode, useRef } from 'react'
import { cn } from '~/lib/class-names.ts'
import { Button } from '~/components/ui/button.tsx'
import { focusFirstField } from '~/components/ui/fields/focus-first-field.ts'
import { X } from 'lucide-react'
import { focusKeptPlace } from './kept-focus.ts'

/** Only for actions that cannot be undone, and for forms that need full attention. */
export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  footer,
  className,
  wide = false,
  children,
}: {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactNode
  title: string
  description?: ReactNode
  footer?: ReactNode
  className?: string
  /** For tables. */
  wide?: boolean
  children?: ReactNode
}) {
  const openedFrom = useRef<HTMLElement | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            const focused = document.activeElement
            openedFrom.current = buttonOfMenu(focused) ?? (focused instanceof HTMLElement ? focused : null)
            focusFirstField(event)
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (openedFrom.current?.isConnected) openedFrom.current.focus()
            else focusKeptPlace()
          }}
          className={cn(
            'fixed top-1/2 left-1/2 z-50 flex max-h-[90dvh] -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-auto rounded border bg-raised p-6 text-text shadow-float',
            wide ? 'w-[min(60rem,calc(100vw-2rem))]' : 'w-[min(32rem,calc(100vw-2rem))]',
            className,
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="min-w-0 text-lg font-semibold break-words">{title}</Radix.Title>
            <Radix.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Close">
                <X aria-hidden="true" />
              </Button>
            </Radix.Close>
          </div>
          {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
          {children}
          {footer && <div className="flex flex-wrap justify-end gap-2">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The button of the menu that holds this item: the item no longer exists when the dialog that it opened closes. */
function buttonOfMenu(item: Element | null): HTMLElement | null {
  const menu = item?.closest('[role=menu]')
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
}

export const DialogClose = Radix.Close
