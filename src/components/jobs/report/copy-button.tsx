import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { showSnackbar } from '~/components/layout/snackbar-store.ts'
import { Button } from '~/components/ui/button.tsx'

const SHOWN_MS = 2000

/** `what` completes 'Copy …': 'the checksum of mean.tif'. */
export function CopyButton({ text, what, disabled }: { text: string; what: string; disabled?: boolean }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return showSnackbar({
        color: 'warning',
        message: 'Your browser does not allow copying. Select the text and copy it.',
      })
    }
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return (
    <Button
      variant="quiet"
      size="tinyIcon"
      className="print:hidden"
      disabled={disabled}
      aria-label={copied ? 'Copied' : `Copy ${what}`}
      onClick={() => void copy()}
    >
      {copied ? <Check aria-hidden="true" className="text-success" /> : <Copy aria-hidden="true" />}
    </Button>
  )
}
