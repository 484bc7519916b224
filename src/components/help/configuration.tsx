import { Link } from '@tanstack/react-router'
import { CONFIGURATION_COLUMNS } from '#contract/submissions/configuration.ts'
import {
  CONFIGURATION_MAX_BYTES,
  CONFIGURATION_MAX_ROWS,
  POINTS_MAX_BYTES,
  POINTS_MAX_ROWS,
} from '#contract/submissions/configuration-limits.ts'
import { sizeLimit } from '#common/file-size.ts'
import { SAMPLE_FORMATS, downloadSample } from '#contract/submissions/submissions.ts'
import { addressOf } from '~/api/address.ts'
import { emptyOf, ruleOf } from '~/components/submissions/sheet/column-rules.ts'
import { HelpTable, Prose } from './prose.tsx'
import type { HelpTopic } from './section.ts'

export const CONFIGURATION: readonly HelpTopic[] = [
  { id: 'configuration-file', title: 'The file', Content: File },
  { id: 'configuration-columns', title: 'Columns', Content: Columns },
  { id: 'points-file', title: 'The points file', Content: Points },
  { id: 'findings', title: 'Errors and warnings', Content: Findings },
]

function File() {
  return (
    <Prose>
      <p>
        A configuration says what to model. Each row is a <em>layer</em>; each layer becomes a <em>job</em>.
        Send it on the screen <Link to="/modeling/submission">Submission</Link>: it is checked cell by cell,
        and nothing is queued while it has an error.
      </p>
      <p>
        Start from a sample:{' '}
        {SAMPLE_FORMATS.map((format, place) => (
          <span key={format}>
            {place > 0 && ', '}
            <a href={addressOf(downloadSample, { params: { format } })} download>
              {`configuration.${format}`}
            </a>
          </span>
        ))}
        .
      </p>
      <ul>
        <li>
          <strong>.xlsx</strong>: the sheet called <code>layers</code>, or the first one if there is none. Row
          1 is the header. Paste values instead of formulas.
        </li>
        <li>
          <strong>.csv</strong>: UTF-8, separated by commas, semicolons, tabs or pipes.
        </li>
        <li>
          <strong>.json</strong>: <code>[&#123;…&#125;]</code> or{' '}
          <code>&#123;&quot;layers&quot;: [&#123;…&#125;]&#125;</code>. Tags and admin levels may be lists.
        </li>
      </ul>
      <p>
        A file holds at most {CONFIGURATION_MAX_ROWS.toLocaleString('en')} layers and{' '}
        {sizeLimit(CONFIGURATION_MAX_BYTES)}. Columns may be in any order. An unknown column is an error, so
        that a misspelt option never silently falls back to its default.
      </p>
    </Prose>
  )
}

function Columns() {
  return (
    <HelpTable
      label="Columns of a configuration"
      head={['Column', 'Required', 'What it is', 'Allowed', 'When empty', 'Example']}
    >
      {CONFIGURATION_COLUMNS.map((column) => (
        <tr key={column.name}>
          <th scope="row">
            <code id={`column-${column.name}`} className="scroll-mt-20">
              {column.name}
            </code>
          </th>
          <td>{column.required ? 'Yes' : 'No'}</td>
          <td className="min-w-48">{column.about}</td>
          <td className="min-w-40">{ruleOf(column.name)}</td>
          <td className="min-w-40 text-muted">{emptyOf(column) ?? 'an error'}</td>
          <td className="whitespace-nowrap">
            <code>{column.example}</code>
          </td>
        </tr>
      ))}
    </HelpTable>
  )
}

function Points() {
  return (
    <Prose>
      <p>
        A survey is an Excel workbook, a CSV or a Stata file (.dta, Stata 10 to 18) with one row per cluster
        and the header in row 1. A CSV is separated by commas, semicolons, tabs or pipes, and is UTF-8, or
        UTF-16 with a byte order mark; a workbook is read from its first visible sheet, without merged cells.
        Decimals have a point or, in the whole file, a comma; separators of thousands are an error. It may
        have at most {POINTS_MAX_ROWS.toLocaleString('en')} clusters and {sizeLimit(POINTS_MAX_BYTES)}. Each
        row has a cluster id, a longitude and a latitude in degrees, and a numerator and a denominator
        (counts, not shares). Columns for the weight, the stratum and urban clusters are optional; urban
        clusters need weights, or the layer&apos;s <code>urban_share</code>.
      </p>
      <p>
        What was detected is shown when you check the file, and on the page of the survey. Where it is wrong,
        choose the sheet, the separator, the decimals or the encoding (windows-1252 for many older programs)
        under ‘How the file is read’. The file stays as you sent it.
      </p>
      <p>
        If a row is a person or a household, choose so. Rows are added up to clusters: the column with the
        numerator is the outcome, of which you name the values that count as cases and, besides empty cells,
        those that count as no answer. Everyone with an answer is in the denominator, and the weight is their
        mean. Longitude, latitude, stratum and urban must be the same in all rows of a cluster.
      </p>
      <p>
        Either the survey is in the catalogue and the layer finds it by country, source, wave, date, round and
        target, or you send the file along and write its name in the column <code>survey</code>.
      </p>
      <p>
        When you choose a file to import, the screen guesses its columns and shows the first rows, a map of
        the clusters and the distribution of their counts, before anything is stored. Correct a column and
        compare.
      </p>
      <p>
        Rows with the same error are one finding, and where the file can be made usable, its button does so:
        leave out clusters outside the country, without a position or without people, swap longitude and
        latitude or numerator and denominator, number ids that repeat. For an attached file, it fills in the
        column <code>remedies</code>. The file stays as you sent it. The page of a survey lists its remedies;
        there you can undo them, or apply others. Layers that you submitted before keep their clusters.
      </p>
      <p>
        DHS and other programmes displace the coordinates of their clusters to protect respondents: by up to 2
        km in towns and 5 km in the country. Say so when you import the survey, or write <code>dhs</code> in
        the column <code>displacement</code>: covariates are then means over the places where a cluster may
        be.
      </p>
      <p>
        To correct a survey in the catalogue, delete it on its page and import the new file. The person who
        imported it and admins can do that while no layer uses it. A survey that layers use stays, because
        their results name it: import the corrected file under its own wave or round, and run the layers
        again.
      </p>
    </Prose>
  )
}

function Findings() {
  return (
    <Prose>
      <p>Every finding names its row and column, and says what is wrong and how to fix it.</p>
      <p>
        <strong>Errors</strong> prevent the file from being queued: a missing, unknown or repeated column; an
        empty cell where a value is needed; a value of the wrong kind or outside its range; an unknown
        country, survey, collection, band, version or level; a numerator below 0 or above its denominator; a
        denominator or weight that is not above 0; a cluster that appears twice; a point more than 10 km
        outside the country; fewer than 50 clusters; all clusters at one place; the same proportion in every
        cluster, unless it is 0 or 100 %; a collection that leaves out more than 5 % of the country, or has a
        constant band or bands on different grids; the same layer twice; urban clusters without weights where{' '}
        <code>urban_share</code> is empty; an <code>improves</code> that names a job of another layer.
      </p>
      <p>
        <strong>Warnings</strong> do not: fewer than 150 clusters; more than 5 % of the clusters without
        covariates within 10 km; more than 5 % of the country without a value in some band; a variance
        inflation factor above 10; a points file that no row names.
      </p>
      <p>
        Sending the same file twice by accident creates only one submission: the screen sends a key that the
        service remembers for 24 hours.
      </p>
    </Prose>
  )
}
