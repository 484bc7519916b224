import { Button } from '~/components/ui/button.tsx'

export function ShowAllRows({ rows, onShow }: { rows: number; onShow: () => void }) {
  return (
    <Button variant="secondary" size="small" className="self-start" onClick={onShow}>
      Show all {rows.toLocaleString('en')} rows
    </Button>
  )
}
