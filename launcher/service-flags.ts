/**
 * What streams through the service lives for a moment only. With V8's own 16 MiB of young memory the pieces pile up before
 * it looks: 4 MiB keep a zip of 2 GiB within 64 MiB more (bench/zip-download.ts), at the same speed (bench/csv-export.ts).
 */
export const SERVICE_FLAGS = ['--max-semi-space-size=4']
