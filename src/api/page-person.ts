/** The header in which a page names the person that it was opened by, with everything that it sends. */
export const PAGE_PERSON = 'x-page-person'

// Of one browser tab; never set on the server.
let person: number | null = null

export const setPagePerson = (id: number | null): void => {
  person = id
}

export const pagePersonHeader = (): Record<string, string> =>
  person === null ? {} : { [PAGE_PERSON]: String(person) }
