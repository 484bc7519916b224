import { Alert } from '~/components/ui/alert.tsx'

/** In the frame of a map that the browser cannot draw, so that nothing below moves. */
export const NoMap = ({ complete }: { complete: string }) => (
  <div className="grid h-full place-items-center p-3">
    <Alert tone="error">
      This browser cannot draw the map because WebGL is missing or disabled. {complete}
    </Alert>
  </div>
)
