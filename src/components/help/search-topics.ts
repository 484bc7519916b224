/**
 * The topics whose text, or their section's title, contains every word; null without words. It reads the page itself,
 * so that everything a topic shows can be found.
 */
export function matching(pages: HTMLElement, words: string): ReadonlySet<string> | null {
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (terms.length === 0) return null
  const matches = new Set<string>()
  for (const topic of pages.querySelectorAll<HTMLElement>('[data-topic]')) {
    const title = topic.closest('section')?.querySelector('h2')?.textContent ?? ''
    const text = `${title} ${topic.textContent}`.toLowerCase()
    if (terms.every((word) => text.includes(word))) matches.add(topic.dataset['topic'] ?? '')
  }
  return matches
}
