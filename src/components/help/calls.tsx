import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { ROLES } from '#contract/endpoint.ts'
import { roleWords } from '~/components/accounts/role-labels.ts'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Check, Minus } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { callsQuery } from '~/server/help.functions.ts'
import { Code, HelpTable, Prose } from './prose.tsx'
import type { HelpTopic } from './section.ts'
import * as snippets from './snippets.ts'

export const CALLS: readonly HelpTopic[] = [
  { id: 'who-may', title: 'What each role may do', Content: Roles },
  { id: 'calls', title: 'Every call and who may make it', Content: Matrix },
]
export const SCRIPTING: readonly HelpTopic[] = [
  { id: 'access-tokens', title: 'Access tokens', Content: Tokens },
  { id: 'curl', title: 'From a shell', Content: Shell },
  { id: 'r', title: 'From R', Content: FromR },
  { id: 'python', title: 'From Python', Content: FromPython },
  { id: 'qgis', title: 'In QGIS', Content: Qgis },
  { id: 'other-programs', title: 'STAC, WMTS and map tiles', Content: OtherPrograms },
  { id: 'limits', title: 'Limits and errors', Content: Limits },
]

function Roles() {
  return (
    <Prose>
      <dl>
        {ROLES.map((role) => (
          <div key={role}>
            <dt>{roleWords[role].label}</dt>
            <dd>{roleWords[role].help}</dd>
          </div>
        ))}
      </dl>
      <p>Screens hide what your role may not do. The service checks every call again.</p>
    </Prose>
  )
}

function Matrix() {
  const { data, error, isFetching, refetch } = useQuery(callsQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <SkeletonLines lines={6} label="Loading the calls" />
  return (
    <HelpTable
      label="Calls and roles"
      head={['Call', 'What it does', ...ROLES.map((role) => roleWords[role].label)]}
    >
      {data.map(({ name, method, path, summary, roles }) => (
        <tr key={name}>
          <th scope="row" className="min-w-56">
            <code className="break-all">
              {method} {path}
            </code>
          </th>
          <td className="min-w-56">{summary}</td>
          {ROLES.map((role) => (
            <td key={role}>
              <Allowed yes={roles === null || roles.includes(role)} open={roles === null} />
            </td>
          ))}
        </tr>
      ))}
    </HelpTable>
  )
}

function Allowed({ yes, open }: { yes: boolean; open: boolean }) {
  const Icon = yes ? Check : Minus
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <Icon aria-hidden="true" className={yes ? 'size-4 text-success' : 'size-4 text-muted'} />
      <span className={open ? 'text-xs text-muted' : 'sr-only'}>{open ? 'anyone' : yes ? 'yes' : 'no'}</span>
    </span>
  )
}

function Tokens() {
  return (
    <Prose>
      <p>
        Scripts log in with an access token. Create one in your <Link to="/edit-user">profile</Link>, under
        Personal access tokens; it is shown only once. Its scopes limit it: <code>read</code> for every GET
        and the STAC search, <code>run</code> to check and submit configurations, <code>write</code> for the
        rest. Keep it out of scripts and of the shell’s history, in the environment:
      </p>
      <Code label="Environment" text={snippets.ENVIRONMENT} />
      <p>
        R also reads <code>~/.Renviron</code>: the lines <code>STRATA_API=https://…</code> and{' '}
        <code>STRATA_TOKEN=strata_…</code>
      </p>
      <p>
        Every call, with its parameters and answers, is documented at <code>/api/v1/docs</code> of the
        service, and at <code>/api/v1/openapi.json</code> for programs.
      </p>
    </Prose>
  )
}

function Shell() {
  return (
    <>
      <Code label="List the completed jobs of a country" text={snippets.LIST} />
      <Code label="Check a configuration, then send it" text={snippets.SEND} />
      <Code label="Download a map" text={snippets.DOWNLOAD} />
    </>
  )
}

function FromR() {
  return <Code label="Completed jobs as a data frame" text={snippets.R} />
}
function FromPython() {
  return <Code label="Completed jobs, with the standard library only" text={snippets.PYTHON} />
}

function Qgis() {
  return (
    <Prose>
      <p>
        Open the report of a job, or a row of the <Link to="/spatial-catalog">Spatial Catalog</Link>, and
        create a link. In QGIS choose Layer, Add Layer, Add Raster Layer, and paste the line for QGIS as the
        raster dataset. The link works without an account until it expires; GDAL reads only the parts it
        needs.
      </p>
    </Prose>
  )
}

function OtherPrograms() {
  return (
    <>
      <Prose>
        <p>
          GDAL, QGIS, R and Python read rasters in place, with an access token that has the scope{' '}
          <code>read</code>. All addresses are below <code>/api/v1</code> of the service.
        </p>
        <dl>
          <dt>Cloud-Optimized GeoTIFF</dt>
          <dd>
            <code>/raster/v1/assets/12/cog.tif</code>, read by byte ranges. The page of a band has a link that
            needs no token, under Use in other programs.
          </dd>
          <dt>STAC</dt>
          <dd>
            <code>/stac</code>: bands, processed rasters and published outputs, with a search by area, time
            and CQL2 filter. In QGIS 3.40 or later: Data Source Manager, STAC, New.
          </dd>
          <dt>WMTS</dt>
          <dd>
            <code>/wmts/1.0.0/WMTSCapabilities.xml</code>. In QGIS: Layer, Add Layer, Add WMS/WMTS Layer, New.
            Each ramp is a style; a categorical band is drawn in its own colours (classes) by default.
          </dd>
          <dt>Map tiles</dt>
          <dd>
            <code>/raster/v1/bands/12/tilejson</code> and <code>/modeling/v1/jobs/17/tilejson/mean</code>:
            TileJSON with the address of the tiles and the colours of their values. In QGIS: Browser, XYZ
            Tiles, New Connection, with <code>maxzoom</code> as the maximum zoom level.
          </dd>
          <dt>OGC API – Tiles</dt>
          <dd>
            <code>/tiles</code>: the same layers as WMTS.
          </dd>
          <dt>OGC API – Features</dt>
          <dd>
            <code>/features</code>: place groups, and units and clusters of published outputs. In QGIS: Layer,
            Add Layer, Add WFS / OGC API – Features Layer.
          </dd>
        </dl>
        <p>
          In QGIS, create an authentication configuration of the type Basic authentication, with any user name
          and the token as the password, and choose it in the connection. For a raster: Layer, Add Layer, Add
          Raster Layer, source type Protocol, type HTTP/HTTPS/FTP, with the address of <code>cog.tif</code> as
          URI.
        </p>
      </Prose>
      <Code label="Read a raster with GDAL" text={snippets.VSICURL} />
      <Code label="Search with STAC" text={snippets.STAC_SEARCH} />
      <Code label="Open a search as one mosaic" text={snippets.STACIT} />
    </>
  )
}

function Limits() {
  return (
    <Prose>
      <ul>
        <li>
          Each person may make 600 reads, 60 writes and 10 configuration submissions per minute. Beyond that,
          the service responds with 429, and <code>Retry-After</code> says how many seconds to wait.
        </li>
        <li>
          Send a large raster with the tus protocol to <code>/api/v1/uploads</code>, then name it as{' '}
          <code>upload</code> in the call that takes a raster. An interrupted upload continues where it
          stopped; <Link to="/modeling/raster-assets/upload">Raster Asset Upload</Link> and{' '}
          <Link to="/spatial-catalog/raster-check-in">Raster Check-in</Link> list yours.
        </li>
        <li>
          A rejected call answers <code>application/problem+json</code>: <code>detail</code> is one sentence,{' '}
          <code>errors</code> names fields, rows and columns.
        </li>
        <li>
          Lists take <code>limit</code> (up to 1000), <code>skip</code>, <code>sort_by</code>,{' '}
          <code>sort_order</code>, <code>then_by</code> and their filters; a filter may be repeated, and{' '}
          <code>then_by</code> once: <code>then_by=target&amp;then_by=-round</code>, with a minus for
          descending. <code>totalElements</code> counts all matches.
        </li>
        <li>
          Downloads support byte ranges, so <code>curl -C -</code> resumes.
        </li>
      </ul>
    </Prose>
  )
}
