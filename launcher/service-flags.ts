/**
 * Data that streams through the service is short-lived. With V8's default 16 MiB of young generation, garbage piles up
 * before it is collected: with 4 MiB, a zip of 2 GiB needs at most 64 MiB more, at the same speed (docs/benchmarks.md).
 */
export const SERVICE_FLAGS = ['--max-semi-space-size=4']
