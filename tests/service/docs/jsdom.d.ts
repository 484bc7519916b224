/** The part of jsdom that the page's tests use; it has no types of its own. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string)
    readonly window: { readonly document: Document }
  }
}
