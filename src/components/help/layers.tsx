import { Link } from '@tanstack/react-router'
import { JOB_STATUSES } from '#contract/jobs/job-shapes.ts'
import { Prose } from './prose.tsx'
import type { HelpTopic } from './section.ts'

export const LAYERS: readonly HelpTopic[] = [
  { id: 'model', title: 'The model', Content: Model },
  { id: 'homogeneity', title: 'Bands that fit together', Content: Homogeneity },
  { id: 'survey-design', title: 'Urban, rural and weights', Content: SurveyDesign },
  { id: 'validation', title: 'Cross-validation', Content: Validation },
  { id: 'admin-means', title: 'Admin means', Content: AdminMeans },
  { id: 'decisions', title: 'Exceedance, people and ranks', Content: Decisions },
  { id: 'statuses', title: 'From pending to completed', Content: Statuses },
  { id: 'outputs', title: 'Outputs of a job', Content: Outputs },
]

function Model() {
  return (
    <Prose>
      <p>
        Each cluster reports how many of its respondents are cases (numerator) out of how many (denominator).
        The model treats these counts as binomial. On the logit scale, the share at a place is the sum of
        three parts: the covariates of the band collection, a smooth surface whose correlation depends on
        distance (a Gaussian field with a Matérn covariance, ν = 1), and an independent effect for each
        cluster.
      </p>
      <p>
        The variance, the range and the cluster variance are estimated from the data. The fitted model then
        draws the whole map many times (<code>draws</code>); the mean and the 95 % interval of each cell come
        from these draws. The draws use fifteen plausible values of the variance, the range and the cluster
        variance, each as often as the data support it, so the intervals account for their uncertainty. The
        same configuration, inputs and seed give the same files.
      </p>
      <p>
        A map shows <em>prevalence</em>: the share that is expected over all communities of a place. For rare
        outcomes that is more than the share in a typical community. The model works with the mean of what the
        data allow (the variational posterior mean), not with the single most probable value, which would bias
        rare and very common outcomes.
      </p>
      <p>
        <code>method</code> says how covariates act. With <code>gp</code>, each has a straight line on the
        logit scale. With <code>gam</code>, each also has a penalised spline, a smooth curve that bends only
        as far as the data support: where an effect is straight, it is almost a line. The report shows every
        curve with its interval. <code>auto</code> means <code>gam</code> for a survey of at least 150
        clusters, and <code>gp</code> for a smaller one.
      </p>
      <p>
        Clusters can differ more than a bell-shaped effect explains: many have no case at all, others have
        many. The counts are treated as beta-binomial, with a correlation <em>ρ</em> between the people of a
        cluster, if that predicts left-out blocks better by more than two standard errors. The parameters of
        the report name the distribution and the gains.
      </p>
      <p>
        Surveys sometimes visit places because prevalence is high there. If clusters are not spread evenly,
        the model estimates their density and adds it as a covariate if that predicts left-out blocks better
        by more than one standard error. A finding of the report says so.
      </p>
      <p>
        Covariates come from a <Link to="/raster">band collection</Link>: all of its bands must be on one grid
        and cover the country. If a covariate has several years, the one nearest to the survey is used for
        both the fit and the maps; the configuration in the report names it.
      </p>
    </Prose>
  )
}

function Homogeneity() {
  return (
    <Prose>
      <p>
        A <Link to="/raster/band-collection">band collection</Link> is checked for homogeneity: whether a
        model can use all of its bands together. Errors prevent a collection from being created.
      </p>
      <dl>
        <dt>One grid (error)</dt>
        <dd>
          All bands need the same cells: size, extent and EPSG:4326. Process a band to the grid of the
          collection if its cells differ.
        </dd>
        <dt>Constant (error)</dt>
        <dd>A band with the same value everywhere explains nothing.</dd>
        <dt>Population below 0 (error)</dt>
        <dd>Counts of people cannot be negative. Mark such cells as nodata.</dd>
        <dt>Without value (warning)</dt>
        <dd>
          Cells in which only some bands have a value stay empty on every map. The warning appears if they are
          more than 5 % of the cells.
        </dd>
        <dt>Inflation (warning)</dt>
        <dd>
          The variance inflation factor: how much wider the uncertainty of a coefficient becomes because the
          other bands carry almost the same information. Above 10, remove one of them.
        </dd>
        <dt>Classes (warning)</dt>
        <dd>
          A model treats the numbers of classes as quantities. Use one band per class, 1 where a cell belongs
          to it and 0 elsewhere.
        </dd>
      </dl>
    </Prose>
  )
}

function SurveyDesign() {
  return (
    <Prose>
      <p>
        Many surveys visit towns more often than their share of the population. If the points file marks urban
        clusters (column <code>urban</code>) and has weights, the layer has a population band, and both strata
        have at least ten clusters and, at the survey&apos;s prevalence, five expected cases, urban and rural
        get separate levels. Cells are urban in order of their population density, until they hold the urban
        share that the weighted survey gives. So towns count by the number of people who live there, not by
        their number of clusters.
      </p>
      <p>
        Without weights, or with the same for all, the sample does not show how many people live in towns. The
        configuration then has to say it: as <code>urban_share</code>, the share of the census or the sampling
        frame, or <code>sample</code> if towns were not oversampled. One density threshold serves the whole
        country. The parameters of the report show the share. If urban clusters are marked but cannot be used,
        a finding says why.
      </p>
      <p>
        Weights do not change how a cluster acts on the map: a weight says how many people a cluster stands
        for, not how certain its count is. They are used for the urban share and for the direct estimate (see
        Admin means), which the report shows beside the modelled figures.
      </p>
    </Prose>
  )
}

function Validation() {
  return (
    <Prose>
      <p>A good fit to data the model has seen proves little. Each layer is therefore checked three ways:</p>
      <dl>
        <dt>Training data</dt>
        <dd>How well the surface fits what it has seen. Always too optimistic.</dd>
        <dt>Random folds</dt>
        <dd>
          How well it fills gaps between clusters. Clusters are split at random into <code>folds</code> parts.
        </dd>
        <dt>Block folds</dt>
        <dd>
          How well it predicts areas without any cluster. Whole squares with sides of <code>block_km</code>{' '}
          are left out.
        </dd>
      </dl>
      <p>
        The block folds are also predicted without covariates. A layer is flagged <em>Overfit</em> if three
        things hold: with covariates the held-out blocks are predicted worse than without (10 % level); the
        loss in log predictive density is more than 0.02 per cluster; and R² on the training data exceeds R²
        in block folds by more than <code>overfit_gap</code>, or R² in block folds is not above 0. In that
        case, use fewer covariates. With only two or three block folds, the test has little power.
      </p>
    </Prose>
  )
}

function AdminMeans() {
  return (
    <Prose>
      <p>
        The modelled mean of an admin unit is the mean of its cells, weighted by the population band if there
        is one. It is computed for each draw, so its interval accounts for how cells vary together; the mean
        of the cells&apos; intervals would be wrong.
      </p>
      <p>
        With a population band, cells that the outline cuts count with all of their people if almost no one
        lives just outside (at a coast, or in a raster that was cut to the country); otherwise they count with
        the share of their area. Cells belong to the unit that contains their centre; if none does, to the one
        with most of their area. The numbers of people in cells, units and the country therefore agree.
        Without a population band, only cells whose centre is inside the country are used, all with the same
        weight.
      </p>
      <p>
        With <code>rake_to</code>, a national prevalence you trust more than the survey, every cell is shifted
        by one amount on the logit scale so that the national figure meets it. With <code>rake_to_admin</code>
        , prevalences of admin units, each of them gets its own amount and the other units stay as modelled.
        The report and the outputs are labelled as raked; cross-validation describes the model before raking.
      </p>
      <p>
        The observed mean is the direct survey estimate: the weighted cases divided by the weighted people of
        the unit&apos;s own clusters. Without weights, all people count the same. Its standard error reflects
        how much clusters differ within strata, and its interval is computed on the logit scale with
        Student&apos;s t, never narrower than that of a random sample of as many people. It needs no model,
        but is uncertain where a unit has few clusters, and has no interval below 3 clusters or where no one
        or everyone is a case.
      </p>
    </Prose>
  )
}

function Decisions() {
  return (
    <Prose>
      <p>Three figures for decisions are counted over the draws, for cells and for admin units:</p>
      <dl>
        <dt>Exceedance</dt>
        <dd>
          The share of draws in which prevalence is above <code>exceedance_threshold</code>. For a unit, it
          concerns the unit&apos;s mean, not the share of its people who live above the threshold.
        </dd>
        <dt>People affected</dt>
        <dd>
          Prevalence times the people of the population band, with a 95 % interval for units. The band is
          treated as known: for a target of children, it should count children.
        </dd>
        <dt>Ranks</dt>
        <dd>
          Units are ordered by prevalence in every draw. The rank is the median of their places, with the 95 %
          interval; 1 is the highest. The probability of being the highest is the share of draws in which the
          unit comes first; those of being among the highest or lowest fifth, in which it is one of these.
          Where intervals of ranks overlap, the order is not certain.
        </dd>
      </dl>
    </Prose>
  )
}

function Statuses() {
  return (
    <Prose>
      <p>
        A job is one of: {JOB_STATUSES.join(', ')}. A pending job shows its place in the queue; a running job
        shows its step and progress. A failed job shows the reason in one sentence; fix the cause, then run it
        again from its submission.
      </p>
      <p>
        To <strong>verify</strong> a result, run its submission again with the same configuration and compare
        the two jobs: Compare says whether their output files are identical.
      </p>
      <p>
        One job per country, target, source, wave and round can be marked <em>final</em>. Marking another
        moves the mark; the report keeps who marked which job, when and why. Final jobs appear in the{' '}
        <Link to="/spatial-catalog">Spatial Catalog</Link>. <strong>Gallery</strong> shows either catalogue as
        cards with maps instead of a table; links and saved views keep the choice.
      </p>
    </Prose>
  )
}

function Outputs() {
  return (
    <Prose>
      <ul>
        <li>
          <code>mean.tif</code>, <code>lower.tif</code>, <code>upper.tif</code>, <code>sd.tif</code>:
          Cloud-Optimized GeoTIFFs of the mean, the ends of the 95 % interval and the standard deviation.
        </li>
        <li>
          <code>exceedance.tif</code>: the probability that prevalence exceeds{' '}
          <code>exceedance_threshold</code>, where the layer sets one. <code>people.tif</code>: the expected
          number of people affected per cell, where there is a population band. The metadata of every surface
          name its quantity, unit and layer; for exceedance, also the threshold.
        </li>
        <li>
          <code>adm.csv</code>: each admin unit with its observed and modelled mean, intervals and result,
          expected number of people affected, probability of exceeding the threshold, and rank by prevalence
          (1 is the highest) with its interval and the probabilities of being the highest (
          <code>highest</code>) and among the highest and lowest fifth (<code>highest_fifth</code>,{' '}
          <code>lowest_fifth</code>); <code>exceedance_threshold</code> is the layer&apos;s.
        </li>
        <li>
          &lsquo;Units with outlines&rsquo; in the report: the same figures with the outlines of the run, as
          GeoPackage, GeoJSON, GeoParquet or CSV, for QGIS, R, geopandas and DuckDB.
        </li>
        <li>
          <code>clusters-cv.csv</code>: each cluster with its held-out predictions.
        </li>
        <li>
          <code>cells.parquet</code>: every cell as a row. Zips do not contain it.
        </li>
        <li>
          <code>diagnostics.json</code>: every figure of the report. <code>provenance.json</code>: the
          configuration, inputs with checksums, version, commit and seed.
        </li>
        <li>
          <code>methods.html</code>: methods, data and limits by the items of the GATHER checklist, with gaps
          where the survey or the project does not say something. The report&apos;s link &lsquo;Methods, data
          and limits&rsquo; opens the same with the current texts.
        </li>
      </ul>
    </Prose>
  )
}
