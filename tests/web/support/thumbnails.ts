/** The job keys whose maps are shown in here, in order. */
export const thumbnailsIn = (element: Element) =>
  [...element.querySelectorAll('img')].map(
    (image) =>
      /^\/api\/v1\/modeling\/v1\/jobs\/by-key\/(.+)\/thumbnail$/.exec(image.getAttribute('src') ?? '')?.[1],
  )
