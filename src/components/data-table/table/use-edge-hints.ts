import { type RefObject, useEffect, useRef } from 'react'

/** Marks a region that scrolls sideways: `data-before` and `data-after` say on which sides there is more. */
export function useEdgeHints(): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const region = ref.current
    if (!region) return
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = region
      // Browsers round parts of pixels differently.
      region.toggleAttribute('data-before', scrollLeft > 1)
      region.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1)
    }
    mark()
    const observer = new ResizeObserver(mark)
    for (const part of [region, ...region.children]) observer.observe(part)
    region.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      region.removeEventListener('scroll', mark)
    }
  }, [])
  return ref
}
