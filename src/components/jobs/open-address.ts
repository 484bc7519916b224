/** For files that are sent as an attachment: the page stays. */
export const openAddress = (url: string): void => window.location.assign(url)
