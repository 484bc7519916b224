/** For files sent as attachments: the page stays open. */
export const openAddress = (url: string): void => window.location.assign(url)
