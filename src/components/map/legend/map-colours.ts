/** The theme's colours for the map; WebGL cannot read CSS variables. */
export interface MapColours {
  water: string
  land: string
  border: string
  river: string
  admin: string
  hatch: string
  ink: string
  halo: string
}

const VARIABLES: Record<keyof MapColours, string> = {
  water: '--sunk',
  land: '--raised',
  border: '--control',
  river: '--info',
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

/**
 * Gives a map the theme's colours whenever it changes, and the paper's colours and size while printing; returns a
 * function that stops.
 */
export function followColours(map: Coloured, container: HTMLElement): () => void {
  const stop = watchTheme(() => map.setColours(readMapColours()))
  const stopPrint = watchPrint((printing) => {
    if (printing) fitPaper(container)
    map.setColours(printing ? readPaperColours() : readMapColours(), { now: printing })
  })
  return () => {
    stop()
    stopPrint()
  }
}

/** The width between the margins of A4 and of Letter, in CSS pixels, rounded down. */
const PAPER_PX = 680
/** By which a page of A4 is higher than one of Letter. */
const A4_MORE_PX = 65

/**
 * Paper shows the image of the screen, reduced with its scale bar: another size would need tiles that are not here. What
 * is as wide as the page on paper is marked by `data-paper-width`, else it is the page's content; `data-paper-height` is
 * the room there on Letter, in CSS pixels.
 */
export function fitPaper(container: HTMLElement): void {
  const { clientWidth, clientHeight, style } = container
  const page = container.closest<HTMLElement>('[data-paper-width], main')
  const room = Number(page?.dataset['paperHeight'] ?? Infinity)
  style.setProperty('--map-width', `${clientWidth}px`)
  style.setProperty('--map-height', `${clientHeight}px`)
  const zoomFor = (height: number) =>
    String(Math.min(1, PAPER_PX / (page?.clientWidth ?? clientWidth), height / clientHeight))
  style.setProperty('--map-zoom', zoomFor(room))
  style.setProperty('--map-zoom-a4', zoomFor(room + A4_MORE_PX))
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
