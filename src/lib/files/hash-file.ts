/** The file's SHA-256, computed beside the page; rejects if the file cannot be read any more. */
export function hashFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const unreadable = () => reject(new Error(`‘${file.name}’ cannot be read any more. Choose it again.`))
    const worker = new Worker(new URL('./hash-file.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
      worker.terminate()
      if (data === null) unreadable()
      else resolve(data)
    })
    worker.addEventListener('error', () => {
      worker.terminate()
      unreadable()
    })
    worker.postMessage(file)
  })
}
