import { ColourBar } from './colour-bar.tsx'

/** Every sixteenth colour of the service's ramp RdBu (ColorBrewer, Apache 2.0). */
const STOPS =
  '#67001f #941127 #b82e35 #d1574b #e58369 #f3ab8d #faccb5 #fae5d8 #f1efee #ddeaf2 #bedbea #96c6df #69aad0 #428cc0 #296fad #164f8b #053061'

/** Centred on no difference. */
export function DifferenceLegend({
  limit,
  words = 'Blue: B is higher; red: A is higher',
  show,
}: {
  limit: number
  words?: string
  show: (value: number) => string
}) {
  return (
    <ColourBar title={words} background={`linear-gradient(to right, ${STOPS.split(' ').join(', ')})`}>
      <span>{show(-limit)}</span>
      <span>0</span>
      <span>{show(limit)}</span>
    </ColourBar>
  )
}
