/**
 * `ref` of an element with a tooltip of the browser. The attribute is set in the browser only: in a page of rows, the
 * same long texts would be a tenth of the HTML.
 */
export const browserTitle = (text: string) => (element: HTMLElement | null) => {
  if (element) element.title = text
}
