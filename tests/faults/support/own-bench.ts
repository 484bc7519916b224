import { createLocalFileStore } from '../../../service/files/local-file-store.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { type Part, type ServicePart, startServicePart, startWorkerPart } from './part.ts'
import { addPerson } from './people.ts'

export interface OwnBench {
  server: OwnServer
  fixture: LayerFixture
  serve(): Promise<ServicePart>
  work(): Part
  /** Ends every process that was started here. */
  endParts(): Promise<void>
  close(): Promise<void>
}

/** A PostgreSQL of its own with a country, and functions to start processes on it. */
export async function createOwnBench(settings: Record<string, string> = {}): Promise<OwnBench> {
  const server = await startOwnServer(settings)
  const { id } = await addPerson(server.db, 'staff')
  const services = { db: server.db, files: createLocalFileStore(`${server.dataDir}/files`) }
  const fixture = await createLayerFixture(services as Parameters<typeof createLayerFixture>[0], id)
  const env = { DATABASE_URL: server.url, DATA_DIR: server.dataDir }
  const parts: Part[] = []
  const keep = <P extends Part>(part: P): P => {
    parts.push(part)
    return part
  }
  return {
    server,
    fixture,
    serve: async () => keep(await startServicePart(env)),
    work: () => keep(startWorkerPart(env)),
    async endParts() {
      for (const part of parts.splice(0)) await part.end()
    },
    close: () => server.close(),
  }
}
