/** The theme's colours for the map; WebGL cannot read CSS variables. */
export interface MapColours {
  water: string
  land: string
  border: string
  admin: string
  hatch: string
  ink: string
  halo: string
}

const VARIABLES: Record<keyof MapColours, string> = {
  water: '--sunk',
  land: '--raised',
  border: '--control',
  admin: '--text',
  hatch: '--control',
  ink: '--text',
  halo: '--ground',
}

export function readMapColours(element: Element = document.documentElement): MapColours {
  const style = getComputedStyle(element)
  const entries = Object.entries(VARIABLES).map(([name, variable]) => [
    name,
    style.getPropertyValue(variable).trim() || 'gray',
  ])
  return Object.fromEntries(entries) as MapColours
}

/** The light theme's colours, whichever theme is on the screen: paper is white. */
export function readPaperColours(): MapColours {
  const sheet = document.createElement('div')
  sheet.dataset['theme'] = 'light'
  document.body.append(sheet)
  try {
    return readMapColours(sheet)
  } finally {
    sheet.remove()
  }
}

interface Coloured {
  setColours(colours: MapColours, options?: { now?: boolean }): void
}

/** Gives a map the theme's colours whenever it changes, and the paper's while printing; returns a function that stops. */
export function followColours(map: Coloured): () => void {
  const stop = watchTheme(() => map.setColours(readMapColours()))
  const stopPrint = watchPrint((printing) =>
    map.setColours(printing ? readPaperColours() : readMapColours(), { now: printing }),
  )
  return () => {
    stop()
    stopPrint()
  }
}

/** Calls back before and after printing; returns a function that stops. */
export function watchPrint(onChange: (printing: boolean) => void): () => void {
  const before = () => onChange(true)
  // Some browsers fire it while the print styles still apply.
  const after = () => requestAnimationFrame(() => onChange(false))
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}

/** Calls back whenever the theme changes, by choice or by the system; returns a function that stops. */
function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'data-theme'] })
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', onChange)
  }
}
