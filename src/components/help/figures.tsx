import { FIGURES as METRICS } from '~/components/jobs/report/diagnostics/metrics-table.tsx'
import { flagsOf, unitsFlag } from '~/components/jobs/report/flags.tsx'
import { Badge } from '~/components/ui/badge.tsx'
import { HelpTable, Prose } from './prose.tsx'
import type { HelpTopic } from './section.ts'

export const FIGURES: readonly HelpTopic[] = [
  { id: 'flags', title: 'Flags', Content: Flags },
  { id: 'model-checks', title: 'Model checks', Content: ModelChecks },
  { id: 'metrics', title: 'Cross-validation metrics', Content: Metrics },
  { id: 'map', title: 'The map of a report', Content: MapOfReport },
  { id: 'band-maps', title: 'Maps of bands, and comparing two', Content: MapsOfBands },
  { id: 'admin-units', title: 'The table of admin units', Content: AdminUnits },
  { id: 'interval-omissions', title: 'What the intervals leave out', Content: Omissions },
  { id: 'charts', title: 'Charts', Content: Charts },
]

/** Every flag that a completed job can show, in the report's own words. */
const ALL_FLAGS = [
  unitsFlag({ units: 12, chi_squared: 11, p_value: 0.53 }),
  unitsFlag({ units: 12, chi_squared: 35, p_value: 0.0005 }),
  ...flagsOf({ final: true, all_adm_pass: true, is_overfit: true }),
  ...flagsOf({ final: false, all_adm_pass: false, is_overfit: false }),
  ...flagsOf({ final: false, all_adm_pass: null, is_overfit: null }).slice(1),
]

function Flags() {
  return (
    <dl className="grid max-w-prose gap-x-4 gap-y-3 text-base leading-6 min-[700px]:grid-cols-[10rem_minmax(0,1fr)]">
      {ALL_FLAGS.map(({ word, icon, tone, meaning }) => (
        <div key={word} className="contents">
          <dt>
            <Badge tone={tone} icon={icon}>
              {word}
            </Badge>
          </dt>
          <dd className="max-[699px]:mb-2">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

function ModelChecks() {
  return (
    <Prose>
      <p>
        <strong>Units together</strong> is one test of all admin units of a level: are the differences between
        observed and fitted cases larger than the fitted model explains? A correct model is rejected in about
        5 % of layers. Testing units one by one is a different question: expect 5 % of them to lie outside
        their interval.
      </p>
      <p>
        <strong>Covariates in held-out blocks</strong> compares block folds with and without covariates. A gap
        between training data and block folds is normal for a surface with a short range; covariates that make
        held-out blocks harder to predict are not. Only material harm raises the flag Overfit.
      </p>
      <p>
        <strong>Findings</strong> name clusters more than 8 standard deviations from their prediction whose
        counts chance does not explain, parts of the country far from any cluster (more than 10 % of the
        people), cells with covariates far outside the clusters&apos; values, undeclared nodata such as -9999,
        values of covariates more than 15 standard deviations from all others, covariates without a curve
        because of an outlier, clusters and people left out, and folds that could not be fitted. When no one
        or everyone is a case, the limits for units and cells depend on the prior; the limit for the country
        is never tighter than the exact one.
      </p>
    </Prose>
  )
}

function Metrics() {
  return (
    <>
      <HelpTable label="Cross-validation metrics" head={['Figure', 'How to read it']}>
        {METRICS.map(({ key, name, reading }) => (
          <tr key={key}>
            <th scope="row" className="whitespace-nowrap">
              {name}
            </th>
            <td>{reading}</td>
          </tr>
        ))}
      </HelpTable>
      <Prose>
        <p>
          RMSE is computed over all clusters, like R² and MAE. <code>rmse</code> in{' '}
          <code>diagnostics.json</code> is the mean of the folds&apos; RMSEs, as in published comparisons;
          there, small folds count as much as large ones.
        </p>
        <p>
          <strong>Compare</strong> calls a metric better or worse only where the same clusters were held out:
          the same observations, seed and number of folds, and for block folds the same block length. With{' '}
          <code>block_km</code> <code>auto</code>, each model has its own block length: give both layers the
          same number. A change within two standard errors over the folds may be chance.
        </p>
      </Prose>
    </>
  )
}

function MapOfReport() {
  return (
    <Prose>
      <p>
        <strong>Mean</strong> is the expected share of each cell. <strong>Lower</strong> and{' '}
        <strong>Upper</strong> are the ends of its 95 % interval. <strong>Width</strong> is the distance
        between them in percentage points. Read the width before the mean: where it is wide, the mean mostly
        follows the covariates.
      </p>
      <p>
        Colours cover the middle 96 % of the cells of the surface; values beyond them have the colours of the
        ends, and the legend says so (‘and more’). To compare mean, lower and upper, tick{' '}
        <strong>Same colours for mean, lower and upper</strong>. Change the range by dragging over the
        histogram in the legend, by moving its two handles, or in <strong>Colours</strong>, with ramp and
        opacity. For layers with a threshold, <strong>Exceedance</strong> is the probability that prevalence
        exceeds it.
      </p>
      <p>
        Below 1 % and above 99 %, shares have two significant digits; only a share that is 0 is shown as 0 %.
      </p>
      <p>
        <strong>Units</strong> shows admin units instead of cells. A unit is hatched if its 95 % interval
        spans more than half of the colour range, because its colour then says little; hover over it for its
        figures. <strong>Hatch uncertain cells</strong> does the same for cells, by default if the verdict is
        coarser than cells; lines the other way mark cells that are extrapolated. <strong>Clusters</strong>{' '}
        are circles with the observed share in the same colours; hover over one for its values.{' '}
        <strong>Towns and water</strong> are from Natural Earth. Choose a unit in the table to fly to it, or
        click on the map to choose one in the table. <strong>Profile</strong> shows the mean and its interval
        along a line.
      </p>
      <p>
        The wheel scrolls the page and zooms with Ctrl (⌘ on a Mac); on a touch screen, use two fingers.
        Double-click to zoom; the button below the zoom buttons shows the map in full screen. Arrow keys move
        the map; with Shift, they move it further.
      </p>
      <p>
        Hatched areas without a colour have no value: a covariate is missing there, or the cell is outside the
        country. The small histogram counts cells, not people; with <strong>Units</strong>, it counts units.
        The address contains the view; copy it to show a colleague what you see.
      </p>
    </Prose>
  )
}

function MapsOfBands() {
  return (
    <Prose>
      <p>
        Drag over the histogram in the legend, or move its two handles, to choose the values that the colours
        cover. Very skewed quantities, such as population, open with the middle 96 % of their values, because
        a few extremes would hide the rest. <strong>Profile</strong> shows the values along a line that you
        click on the map or type.
      </p>
      <p>
        <strong>Compare with…</strong> lists bands whose extent overlaps, and means of completed jobs of the
        same country. Type to search, choose with the arrow keys and Enter. A is the band of the page, B the
        other one. They are shown <strong>side by side</strong>, with a <strong>swipe</strong>, whose handle
        also moves with the arrow keys, or as their <strong>difference</strong>, B minus A: blue where B is
        higher, red where A is. If both have the same unit, one range of colours covers both.
      </p>
      <p>
        The statistics cover the cells of A where both have a value. If B is on another grid, it is read at
        the centres of these cells (nearest neighbour). Rasters of more than ten million cells are compared on
        overviews. Notes below the statistics say so.
      </p>
    </Prose>
  )
}

function AdminUnits() {
  return (
    <Prose>
      <p>
        <strong>Observed</strong> is the direct survey estimate, <strong>modelled</strong> the mean of the
        cells. <strong>z</strong> is their difference on the logit scale, before any raking; ±1.96 are the
        ends of the direct interval. A unit is testable when it has enough clusters (
        <code>adm_min_clusters</code>) and an interval. Without one, the table says why: fewer than 3 clusters
        do not show how much clusters differ, nor do clusters without a case, with only cases, or alone in
        their strata.
      </p>
      <p>
        Expect some units to fail by chance: even with a perfect model, each unit lies outside its interval
        with a probability of 5 %, so all of 12 units pass only 54 % of the time (0.95¹²). Where the survey
        has fewer than about five cases or five non-cases in a unit, the test has little power.
      </p>
      <p>
        <strong>Ranks and people</strong> order the units by prevalence: rank 1 is the highest, with a 95 %
        interval, the probability of being the highest and, where there are more than five, that of being
        among the highest and lowest fifth of the units: <em>P(highest 8 of 37)</em>. People affected are
        prevalence times the people of the population band. Probabilities are shares of the joint draws, so
        all of 500 draws are shown as &gt; 99.8 %, none as &lt; 0.2 %.
      </p>
      <p>
        An asterisk marks a limit of 0 or 100 % that the survey cannot exclude. Where the clusters of a unit
        and, until they have 100 people in all, those nearest to its centre have no case, prevalence may be 0,
        so the lower limit is 0 and the unit may rank last; where they have only cases, the upper limit is 100
        % and the unit may rank first. Means and probabilities are those of the model.
      </p>
      <p>
        <strong>Other boundaries…</strong> asks the draws that the layer kept for other units, the people of
        another band, another threshold or a national prevalence to rake to, without a new fit. For an area on
        the map, draw a line with Profile and choose Figures of the area.
      </p>
    </Prose>
  )
}

function Omissions() {
  return (
    <Prose>
      <p>
        The 95 % intervals include the sampling of people and clusters, and the uncertainty of the surface and
        its parameters. Each report lists what they leave out, as far as it applies to that job: errors of the
        population counts, the urban share, the displacement of coordinates, the density of sampling, given
        prevalences that figures are raked to.
      </p>
      <p>
        They are intervals of the <strong>expected</strong> prevalence. What is found in all people of a small
        unit also depends on how its few enumeration areas happen to differ; the report says by how much, for
        a unit of ten. The same list is in <code>diagnostics.json</code> (<code>interval_omissions</code>).
      </p>
    </Prose>
  )
}

function Charts() {
  return (
    <Prose>
      <dl>
        <dt>Observed against modelled</dt>
        <dd>Points near the dashed line agree. A flatter cloud is shrinkage towards the mean.</dd>
        <dt>Coverage</dt>
        <dd>
          Below the dashed line, intervals are too narrow. Counts are discrete, so a correct model covers more
          than the nominal share: as much as the short bars show. Well above these, intervals are too wide.
        </dd>
        <dt>PIT</dt>
        <dd>
          A flat histogram means that the model is well calibrated. A hump means that intervals are too wide,
          a U shape that they are too narrow, and a slope that predictions are biased.
        </dd>
        <dt>Reliability</dt>
        <dd>
          Held-out clusters in ten groups by predicted prevalence. Predicted and observed should be close in
          each.
        </dd>
        <dt>Variogram</dt>
        <dd>
          The distance at which the line levels off is the range: how far one cluster informs another. Its
          start is the nugget, its top the sill. The band holds 95 % of surveys that are simulated from the
          model; the note says whether the data leave it more often than chance explains. It is left out where
          more than 80 % of the clusters have no case, or only cases.
        </dd>
        <dt>Parameters and other priors</dt>
        <dd>
          Parameters have 95 % intervals. Other priors shows what the national figure and the units would be
          if the prior means of the surface&apos;s variance and range were twice or half as large: large
          changes mean that the clusters say little about the surface.
        </dd>
        <dt>Importance</dt>
        <dd>How much the error grows when a covariate is shuffled. Similar covariates share their weight.</dd>
      </dl>
    </Prose>
  )
}
