import type { Plugin } from 'vite'

/** Only what the browser loads; the server reads its files from disk. */
const forBrowser: Plugin['applyToEnvironment'] = ({ name }) => name === 'client'

/** Expressions that a bundler keeps although their result is unused: calls, and lists that a spread may fill. */
const KEPT = new Set(['CallExpression', 'ArrayExpression', 'TSAsExpression'])
/** The sentence that documents a call, and what only the service obeys: scope, rate and audit. */
const SERVER_ONLY =
  /^\s*(?:summary|scope|rate|audit|record|recordKind|detail|acceptedKind):\s*(?:null|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\[[\w', ]*\]),$/gm

/**
 * The contract's modules only define schemas and endpoints, so their constants are marked as free of side effects: a
 * screen carries the schemas that it reads, not those of the whole resource. Lines for the service alone are left out.
 */
export function pureContract(): Plugin {
  return {
    name: 'strata:pure-contract',
    apply: 'build',
    applyToEnvironment: forBrowser,
    transform: {
      filter: { id: /\/src\/api\/contract\/[^/?]+\.ts$/ },
      handler(source, id) {
        const code = source.replaceAll(SERVER_ONLY, '')
        const { body } = this.parse(code, { lang: id.endsWith('.ts') ? 'ts' : 'js' })
        let out = ''
        let done = 0
        for (const statement of body) {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') continue
          for (const { init } of declared.declarations) {
            if (!init || !KEPT.has(init.type)) continue
            out += `${code.slice(done, init.start)}/* @__PURE__ */ (() => ${code.slice(init.start, init.end)})()`
            done = init.end
          }
        }
        return code === source && done === 0 ? null : { code: out + code.slice(done), map: null }
      },
    },
  }
}
