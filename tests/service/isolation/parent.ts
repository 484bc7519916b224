import { runInChild } from '#service/isolation/run-in-child.ts'
import type { Deed } from './work.child.ts'

/** A process that waits for its child; the test kills it. */
void runInChild({
  module: new URL('./work.child.ts', import.meta.url),
  input: process.argv[2] as Deed,
  limits: { wallMs: 60_000, cpuMs: 60_000, memoryMiB: 512, answerBytes: 1024 },
})
