import sanitizeHtml from 'sanitize-html'
import { z } from 'zod'

/** The form in which xkcd tells of a comic. */
const comic = z.object({
  img: z.url({ protocol: /^https$/ }).max(2000),
  alt: z.string().max(5000),
  title: z.string().max(500),
})

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Text, paragraphs, pictures and links over https; everything else goes, with its content where that is code. */
export const sanitiseComic = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: ['a', 'img', 'p'],
    allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'title'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    nestingLimit: 20,
    transformTags: {
      a: (_name, { href }) => ({
        tagName: 'a',
        attribs: { ...(href === undefined ? {} : { href }), rel: 'noopener noreferrer' } as Record<
          string,
          string
        >,
      }),
    },
    // A picture without an address that is allowed would be an empty frame.
    exclusiveFilter: (frame) => frame.tag === 'img' && !/^https:\/\//i.test(frame.attribs.src ?? ''),
  }).trim()

/** HTML of what the comic's server sent; empty when it is of no form that is understood. */
export function renderComic(mediaType: string, text: string): string {
  if (/^text\/html\b/i.test(mediaType)) return sanitiseComic(text)
  if (!/^(application|text)\/json\b/i.test(mediaType)) return ''
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return ''
  }
  const parsed = comic.safeParse(value)
  if (!parsed.success) return ''
  const { img, alt, title } = parsed.data
  return sanitiseComic(
    `<p>${escape(title)}</p><img src="${escape(img)}" alt="${escape(title)}" title="${escape(alt)}">`,
  )
}
