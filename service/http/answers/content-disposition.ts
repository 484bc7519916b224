/** RFC 6266 with the extended form of RFC 8187: supports any name, and prevents header injection. */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const wellFormed = name.toWellFormed()
  // oxlint-disable-next-line no-control-regex
  const plain = wellFormed.replace(/[^\u0020-\u007e]/g, '_').replace(/["\\%/]/g, '_')
  const encoded = encodeURIComponent(wellFormed).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return plain === wellFormed
    ? `${kind}; filename="${plain}"`
    : `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
