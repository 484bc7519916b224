import { Link } from '@tanstack/react-router'
import { JOB_STATUSES } from '#contract/job-shapes.ts'
import { Prose } from './prose.tsx'
import type { HelpTopic } from './section.ts'

export const LAYERS: readonly HelpTopic[] = [
  { id: 'model', title: 'The model', Content: Model },
  { id: 'validation', title: 'Cross-validation', Content: Validation },
  { id: 'admin-means', title: 'Admin means', Content: AdminMeans },
  { id: 'statuses', title: 'From pending to completed', Content: Statuses },
  { id: 'outputs', title: 'Outputs of a job', Content: Outputs },
]

function Model() {
  return (
    <Prose>
      <p>
        Each cluster reports how many of its respondents are counted (numerator) among how many (denominator).
        The model takes these counts as binomial. On the logit scale, the share at a place is the sum of three
        parts: the covariates of the band collection, a smooth surface that follows distance (a Gaussian
        process with a Matérn-3/2 covariance), and an effect of each cluster by itself.
      </p>
      <p>
        The variance, the range and the cluster variance are estimated from the data. The fitted model then
        draws the whole map many times (<code>draws</code>); the mean and the 95 % interval of each cell come
        from these draws. The same configuration, inputs and seed give the same files.
      </p>
      <p>
        <code>method</code> says how covariates act. With <code>gp</code> each has a straight line on the
        logit scale. With <code>gam</code> each also has a penalised spline, a smooth curve that the data bend
        only as far as they support; the report shows every curve with its interval. <code>auto</code> fits
        both and keeps the lines unless the curves predict left-out spatial blocks better by more than one
        standard error, and by at least 0.01 per cluster in log predictive density. Cross-validation repeats
        that choice in every fold.
      </p>
      <p>
        Clusters can differ more than a bell-shaped effect explains: many have no case at all, others many.
        Where it predicts left-out blocks better by more than two standard errors, the counts are taken as
        beta-binomial, with a correlation <em>ρ</em> between the people of a cluster. The parameters of the
        report name the distribution and the gains.
      </p>
      <p>
        Surveys sometimes visit places because prevalence is high there. If clusters are not spread evenly,
        the model estimates their density and takes it as one more covariate where that predicts left-out
        blocks better by more than one standard error. A finding of the report says so.
      </p>
      <p>
        Covariates come from a <Link to="/raster">band collection</Link>: all of its bands must be on one grid
        and cover the country. Of a covariate with several years, the one nearest to the survey is used, for
        the fit and the maps alike; the configuration in the report names it.
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
        With <code>rake_to</code>, a national prevalence you trust more than the survey, every cell is shifted
        by one amount on the logit scale so that the national figure meets it. With <code>rake_to_admin</code>
        , prevalences of admin units, each of them gets its own amount and the other units stay as modelled.
        The report and the outputs are labelled as raked; cross-validation describes the model before raking.
      </p>
      <p>
        The observed mean is the direct survey estimate: weighted, with its standard error across clusters
        within strata and its interval on the logit scale.
      </p>
    </Prose>
  )
}

function Statuses() {
  return (
    <Prose>
      <p>
        A job is one of: {JOB_STATUSES.join(', ')}. A pending job shows its place in the queue, a running one
        its step and share done. A failed job keeps the reason in one sentence; run it again from its
        submission once the cause is gone.
      </p>
      <p>
        One job per country, target, source, wave and round can be marked <em>final</em>. Marking another
        moves the mark; the report keeps who marked which job, when and why. Final jobs appear in the{' '}
        <Link to="/spatial-catalog">Spatial Catalog</Link>.
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
          number of people affected per cell, where there is a population band.
        </li>
        <li>
          <code>adm.csv</code>: each admin unit with its observed and modelled mean, intervals and result,
          expected number of people affected, probability of exceeding the threshold, and rank by prevalence
          (1 is the highest) with its interval.
        </li>
        <li>
          <code>clusters-cv.csv</code>: each cluster with its held-out predictions.
        </li>
        <li>
          <code>cells.parquet</code>: every cell as a row. Zips leave it out.
        </li>
        <li>
          <code>diagnostics.json</code>: every figure of the report. <code>provenance.json</code>: the
          configuration, inputs with checksums, version and seed.
        </li>
      </ul>
    </Prose>
  )
}
