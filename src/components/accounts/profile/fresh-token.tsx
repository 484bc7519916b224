import { useEffect, useRef } from 'react'
import { copyText } from '~/components/shell/snackbar/copy-text.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Copy } from 'lucide-react'
import { Input } from '~/components/ui/fields/input.tsx'

/** Shown once: afterwards no one can see it again, not even the service. */
export function FreshToken({ name, token, onDone }: { name: string; token: string; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <Alert tone="success" title={`Token ‘${name}’ created`}>
      <p className="mt-1">Copy it now: it is shown only once. Keep it like a password.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Input
          ref={field}
          readOnly
          aria-label="New access token"
          value={token}
          className="w-auto! flex-1 basis-56 font-mono text-[13px]!"
          onFocus={(event) => event.target.select()}
        />
        <Button onClick={() => void copyText(token, 'Token')}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
      </div>
    </Alert>
  )
}
