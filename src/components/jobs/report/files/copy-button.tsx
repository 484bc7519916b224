import { useState } from 'react'
import { copyText } from '~/components/shell/snackbar/copy-text.ts'
import { Button } from '~/components/ui/button.tsx'
import { Check, Copy } from 'lucide-react'

const SHOWN_MS = 2000

/** `what` completes 'Copy …': 'the checksum of mean.tif'. */
export function CopyButton({ text, what, disabled }: { text: string; what: string; disabled?: boolean }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return
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
