const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** In the reader's time zone, which is named: '25 Nov 2026, 17:49 UTC'. */
export const exactTime = (iso: string): string =>
  Number.isNaN(Date.parse(iso)) ? iso : format.format(new Date(iso))
