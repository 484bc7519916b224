import sanitize from 'sanitize-html'

const MAX_LENGTH = 64 * 1024

/** Whichever service is at the address, only harmless markup reaches the page. */
export function sanitizeHtml(html: string): string {
  if (html.length > MAX_LENGTH) return ''
  return sanitize(html, {
    // Parsing tags that are never closed takes time quadratic in their depth.
    nestingLimit: 20,
    allowedTags: [
      'a',
      'b',
      'br',
      'div',
      'em',
      'figcaption',
      'figure',
      'h2',
      'h3',
      'h4',
      'i',
      'img',
      'p',
      'span',
      'strong',
    ],
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    transformTags: {
      a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }),
      img: sanitize.simpleTransform('img', { loading: 'lazy' }),
    },
  })
}
