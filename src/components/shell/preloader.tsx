import { useEffect, useState } from 'react'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { Logo } from './logo.tsx'

const LATE_MS = 3000

/** Replaces the page while it cannot be shown yet; `lateMessage` appears if that takes long. */
export function Preloader({ message, lateMessage }: { message?: string; lateMessage?: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="grid min-h-dvh place-items-center bg-ground text-text">
      <div className="flex w-64 flex-col items-center gap-6">
        <Logo className="size-16" />
        <ProgressBar label="Loading" />
        <output className="block min-h-10 text-center text-muted">
          {message ?? (late ? lateMessage : '')}
        </output>
      </div>
    </div>
  )
}
