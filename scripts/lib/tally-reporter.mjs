import { writeFileSync } from 'node:fs'

/**
 * Vitest's reporter for `npm test`: writes { passed, failures } to the file named by STRATA_TALLY, with one line per
 * failure.
 */
export default class TallyReporter {
  onTestRunEnd(modules, unhandled) {
    const failures = []
    const report = (where, errors) =>
      failures.push(`${where}: ${errors?.[0]?.message?.split('\n')[0] ?? 'failed'}`)
    let passed = 0
    for (const module of modules) {
      const of = `${module.project.name} ${module.relativeModuleId}`
      // A file that cannot be loaded, or whose hooks fail, has failed without a failed test.
      if (module.errors().length > 0) report(of, module.errors())
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) report(`${of} > ${suite.fullName}`, suite.errors())
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') passed++
        else if (state === 'failed') report(`${of} > ${test.fullName}`, errors)
      }
    }
    for (const error of unhandled) report('outside of any test', [error])
    writeFileSync(process.env.STRATA_TALLY, JSON.stringify({ passed, failures }))
  }
}
