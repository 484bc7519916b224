/** Longer addresses are beyond what mail programs and proxies carry. */
const LONGEST = 1500
const LISTS = /^\/(?:modeling\/product-catalog|modeling\/submission\/\d{1,10}|spatial-catalog)\/?(?:\?|$)/

/** Whether it is the address of a list from which reports are opened. */
export const isReportList = (address: string) => address.length <= LONGEST && LISTS.test(address)
