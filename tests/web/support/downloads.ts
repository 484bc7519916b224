import { vi } from 'vitest'

export interface Download {
  name: string
  text(): Promise<string>
}

/** Files that the page offers as downloads from now on: jsdom has no object URLs and follows no links. */
export function catchDownloads(): Download[] {
  const downloads: Download[] = []
  const blobs = new Map<string, Blob>()
  URL.createObjectURL = (blob: Blob) => {
    const url = `blob:${blobs.size}`
    blobs.set(url, blob)
    return url
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href)
    if (blob) downloads.push({ name: this.download, text: () => blob.text() })
  })
  return downloads
}
