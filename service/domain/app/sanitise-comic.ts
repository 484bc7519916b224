import sanitizeHtml from 'sanitize-html'
import { z } from 'zod'

/** The format in which xkcd describes a comic. */
const comic = z.object({
  img: z.url({ protocol: /^https$/ }).max(2000),
  alt: z.string().max(5000),
  title: z.string().max(500),
})

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Text, paragraphs, images and links over https; everything else is removed, including the content of code elements.
 */
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
    // An image without an allowed address would be an empty frame.
    exclusiveFilter: (frame) => frame.tag === 'img' && !/^https:\/\//i.test(frame.attribs.src ?? ''),
  }).trim()

/** HTML of the comic server's response; empty if its format is unknown. */
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
