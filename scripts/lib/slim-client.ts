import type { Plugin } from 'vite'

/** Only what the browser loads; the server reads its files from the disk. */
const forBrowser: Plugin['applyToEnvironment'] = ({ name }) => name === 'client'

/**
 * Every schema and endpoint of the contract is made by a call, and a call stays in the bundle however unused its result.
 * The contract's modules do nothing but define, so its constants are told to be free of side effects: a screen carries
 * the schemas that it reads, not those of the whole resource.
 */
export function pureContract(): Plugin {
  return {
    name: 'strata:pure-contract',
    apply: 'build',
    applyToEnvironment: forBrowser,
    transform: {
      filter: { id: /\/src\/api\/contract\/[^/?]+\.ts$/ },
      handler(code, id) {
        const { body } = this.parse(code, { lang: id.endsWith('.ts') ? 'ts' : 'js' })
        let out = ''
        let done = 0
        for (const statement of body) {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') continue
          for (const { init } of declared.declarations) {
            if (init?.type !== 'CallExpression') continue
            out += `${code.slice(done, init.start)}/* @__PURE__ */ (() => ${code.slice(init.start, init.end)})()`
            done = init.end
          }
        }
        return done === 0 ? null : { code: out + code.slice(done), map: null }
      },
    },
  }
}

/** Zod carries the making of JSON Schemas with every type. Only the OpenAPI document needs it, on the server. */
export function noJsonSchemas(): Plugin {
  return {
    name: 'strata:no-json-schemas',
    apply: 'build',
    applyToEnvironment: forBrowser,
    transform: {
      filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
      handler: (code) => ({
        code: code
          .replaceAll(/^\s*inst\._zod\.processJSONSchema = .*;$/gm, '')
          .replace(
            /import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from .*;/,
            'const createStandardJSONSchemaMethod = () => undefined, createToJSONSchemaMethod = () => undefined;',
          ),
        map: null,
      }),
    },
  }
}
