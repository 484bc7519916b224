/** Whether a text contains at least one HTML tag. */
export const looksLikeMarkup = (text: string): boolean => /<[a-z][a-z0-9]*(\s[^<>]*)?\/?>/i.test(text)
