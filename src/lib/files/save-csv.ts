/** Offers a text as a download; the byte order mark lets Excel recognise UTF-8. */
export function saveCsv(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name.replace(/\.[A-Za-z]{2,5}$/, '')}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
