import type { Locator } from 'playwright-core'

/** As when the graphics driver restarts: the browser drops what a map has drawn, then gives it a new context. */
export const loseContext = (canvas: Locator): Promise<void> =>
  canvas.evaluate(async (element) => {
    const event = (name: string) =>
      new Promise((resolve) => element.addEventListener(name, resolve, { once: true }))
    const lost = (element as HTMLCanvasElement).getContext('webgl2')!.getExtension('WEBGL_lose_context')!
    const gone = event('webglcontextlost')
    lost.loseContext()
    await gone
    const back = event('webglcontextrestored')
    // Not before the browser has ended the event of the loss.
    setTimeout(() => lost.restoreContext())
    await back
  })
