import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { withSnackbar } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { endSessions, sessionsQuery } from '~/server/accounts.functions.ts'

export function LogOutEverywhere() {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const router = useRouter()
  const end = useMutation({
    mutationFn: (keep_current: boolean) => withSnackbar(endSessions({ data: { keep_current } })),
    onSuccess: async (_, keepCurrent) => {
      setOpen(false)
      if (keepCurrent) return client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      client.clear()
      await router.navigate({ to: '/login', replace: true })
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Log out everywhere"
      description="Each device has to log in again with your password. Access tokens keep working; revoke them one by one."
      trigger={
        <Button variant="secondary" size="small">
          Log out everywhere
        </Button>
      }
      footer={
        <>
          <Button variant="secondary" disabled={end.isPending} onClick={() => end.mutate(true)}>
            Everywhere but here
          </Button>
          <Button variant="danger" disabled={end.isPending} onClick={() => end.mutate(false)}>
            Everywhere, including here
          </Button>
        </>
      }
    />
  )
}
