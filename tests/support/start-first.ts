import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts the named files first, in this order: mostly the longest, because a long file that starts last runs alone at the
 * end. Without a list, a fresh clone starts with the files that have the most bytes.
 */
export const startFirst = (...names: string[]) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files)
      const projects = [...new Set(sorted.map(({ project }) => project))]
      const rank = ({ moduleId }: TestSpecification) => {
        const at = names.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
        return at < 0 ? names.length : at
      }
      return sorted.toSorted(
        (a, b) => rank(a) - rank(b) || projects.indexOf(a.project) - projects.indexOf(b.project),
      )
    }
  }
