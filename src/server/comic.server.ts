import sanitize from 'sanitize-html'

/** Whatever service stands behind the address: only harmless markup reaches the page. */
export function harmless(html: string): string {
  return sanitize(html, {
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
