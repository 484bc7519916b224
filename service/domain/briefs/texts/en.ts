import type { BriefTexts } from './brief-texts.ts'

export const en: BriefTexts = {
  locale: 'en-GB',
  kinds: { document: 'Brief', slides: 'Brief' },
  title: ({ target, country }) => `${target} in ${country}`,
  survey: ({ source, round }) => `${source}, round ${round}`,
  written: ({ date, brand }) => `Written on ${date} by ${brand}`,
  simulated: 'The survey is simulated and describes no real people. Do not use the figures for decisions.',
  page: ({ page, pages }) => `Page ${page} of ${pages}`,
  none: '–',
  levels: { 1: 'First-level units', 2: 'Second-level units' },
  summary: {
    title: 'Summary',
    figure: 'National prevalence',
    rakedFigure: 'National prevalence, raked',
    interval: ({ interval }) => `95% interval: ${interval}`,
    people: ({ affected, people, interval }) => `${affected} of ${people} people (${interval})`,
    equalCells: 'The figure is the mean of all cells, because the layer has no population.',
    exceedance: ({ threshold, probability }) => `Probability that it exceeds ${threshold}: ${probability}`,
    withheld: 'No national figure is shown here, because towns may count too much.',
    use: 'What it can be used for',
    verdicts: {
      cells: 'Use it down to single cells.',
      adm2: 'Use it down to second-level units, not for single cells.',
      adm1: 'Use it down to first-level units, not for smaller areas.',
      nation: 'Use its national figure only, not its map.',
      none: 'Do not use its figures before you have read what is wrong.',
    },
    notFor: {
      cells: ({ reasons }) => `Not for cells: ${reasons}.`,
      adm2: ({ reasons }) => `Not for second-level units: ${reasons}.`,
      adm1: ({ reasons }) => `Not for first-level units: ${reasons}.`,
      nation: ({ reasons }) => `Not for the nation: ${reasons}.`,
    },
    criteria: {
      precision: 'too few intervals are narrow',
      separation: 'differences are too small for their uncertainty',
      direct: 'intervals are no narrower than those of the survey alone',
      coverage: 'coverage in held-out blocks is too low or cannot be tested',
      units: 'the test of all units contradicts the model',
      national: 'the survey contradicts the modelled figure',
      covariates: 'covariates do not clearly improve predictions away from clusters',
      overfit: 'the layer is overfit',
      extrapolation: 'too much of the map is extrapolated',
      towns: 'towns may count too much',
    },
    warnings: 'What is wrong with it',
    noWarnings: 'No check found anything.',
  },
  warnings: {
    towns: () => 'Towns may count too much',
    nodata: () => 'A value of a covariate looks like undeclared nodata',
    narrow: ({ covered, expected }) => `Intervals are too narrow: ${covered} of ${expected} expected`,
    overfit: () => 'Overfit: covariates make predictions of held-out blocks worse',
    'no-better': () => 'Areas without clusters are predicted no better than by the mean',
    poor: ({ r2 }) => `Areas without clusters are predicted poorly: R² ${r2} in block folds`,
    'nation-contradicts': ({ observed, modelled }) =>
      `The survey alone says ${observed}, the map ${modelled}`,
    extrapolation: ({ share, people }) =>
      `${share} of the people (${people}) live where the map extrapolates`,
    coverage: () => 'A part of the country has no clusters',
    'far-value': () => 'A covariate has a value far from all others',
    outlier: () => 'Clusters are far from their predictions',
    'failed-folds': () => 'Some folds could not be fitted',
    'left-out': () => 'People or clusters were left out',
    weights: () => 'The weights of the survey are doubtful',
    prior: () => 'The prior moves figures',
    'units-outside': () => 'Some first-level units lie outside the interval of their direct estimate',
    'raked-nation': ({ to }) => `Raked to a given national prevalence of ${to}`,
    'raked-units': ({ units }) => `Raked units: ${units}`,
  },
  contradictingUnits: {
    1: ({ p }) => `First-level units contradict the model (${p})`,
    2: ({ p }) => `Second-level units contradict the model (${p})`,
  },
  extrapolatedCountry: ({ share }) => `${share} of the country is extrapolated`,
  map: {
    title: 'Map',
    alt: ({ target, country, from, to }) =>
      `Map of ${country}: mean prevalence of ${target}, in colours from ${from} to ${to}.`,
    extremes: ({ highest, highestValue, lowest, lowestValue }) =>
      `Highest in ${highest} (${highestValue}), lowest in ${lowest} (${lowestValue}).`,
    colours: ({ from, to }) =>
      `Mean prevalence. Colours run from ${from} to ${to}; values beyond have the colour of the nearer end.`,
    hatched: 'Hatched: the 95% interval spans more than half of the colours.',
    outlines: { 1: 'Lines: first-level units.', 2: 'Lines: second-level units.' },
    clusters: 'Dots: clusters of the survey.',
  },
  units: {
    title: 'Units',
    about:
      'Highest prevalence first. Intervals hold the true value in 95 of 100 cases if the model is right.',
    rank: 'Rank',
    name: 'Unit',
    modelled: 'Prevalence',
    interval: '95% interval',
    exceedance: ({ threshold }) => `P(>\u00a0${threshold})`,
    people: 'People',
    affected: 'People affected',
    clusters: 'Clusters',
    observed: 'Survey alone',
    openEnd: '* The survey cannot exclude this end.',
    cut: ({ shown, all }) => `The first ${shown} of ${all} units; the rest is in adm.csv.`,
  },
  method: {
    title: 'Method in plain words',
    data: ({ clusters, survey }) =>
      `The figures come from ${clusters} places, called clusters, where the survey ${survey} asked people. Everything between them is estimated.`,
    covariates: ({ names }) =>
      `Maps that cover the whole country say how prevalence tends to change from place to place. They are: ${names}.`,
    noCovariates: 'No other maps are used: the estimate of a place comes from the clusters around it.',
    density: 'How densely the survey placed its clusters also predicts prevalence.',
    towns: 'Urban and rural areas are modelled separately.',
    surface:
      'A smooth surface describes the differences that remain: near places are taken to be more alike than distant ones.',
    draws: ({ draws }) =>
      `The model draws ${draws} maps that all agree with the data. The estimate is their mean, and the 95% interval holds the middle 95% of them.`,
    byPeople: 'The figure of a unit or of the country weights each cell by the people who live there.',
    byArea:
      'The figure of a unit or of the country is the mean of its cells; there is no population to weight them by.',
    rakedNation: ({ to, unraked }) =>
      `All figures are raked, that is shifted, to a given national prevalence of ${to}. The model alone gives ${unraked}.`,
    rakedUnits: ({ units }) =>
      `Units raked, that is shifted, to given prevalences: ${units}. The others are as modelled.`,
    blocks: ({ folds, km }) =>
      `To test the map where there are no clusters, the country was cut into blocks of ${km} km in ${folds} groups, and each group was predicted without its clusters.`,
    coverage: ({ covered, expected }) =>
      `${covered} of the clusters lay within their 95% intervals; a correct model would have ${expected}.`,
    displaced:
      'The survey displaced the coordinates of its clusters to protect the people, so maps are read around them, not at them.',
  },
  limits: {
    title: 'Limits',
    period: 'The map is of the period of the survey. The model has no trend.',
    smooth:
      'One surface describes the whole country: it can be too smooth in one region and too rough in another.',
    associations: 'What other maps say about prevalence are associations, not causes.',
    extrapolation: 'Where no cluster is near, the estimate comes from the other maps and from assumptions.',
    unweighted:
      'The survey has no weights that differ: the direct estimate assumes that all people were equally likely to be asked.',
    unstratified: 'The survey has no strata: the direct estimate assumes one stratum.',
    population: 'The people of the population map are taken as the people whom the indicator is about.',
    noPopulation: 'Figures of units and the country are averages of area, not of people.',
    raked: 'Raking is no evidence: tests and comparisons with the survey describe the model before it.',
    omitted: 'The intervals leave out:',
    omissions: {
      population: 'Population: the counts are taken as exact, although they are estimates themselves.',
      'urban-share': 'Urban share: it is taken as exact, and so is which cells are urban.',
      displacement: 'Displacement: for the surface, clusters are taken to be where the survey says.',
      'unknown-displacement':
        'Displacement: it is not recorded whether the coordinates of clusters were displaced.',
      parameters: 'Parameters of the surface: they are taken as exact.',
      density: 'Density of sampling: it is taken as exact.',
      raking: 'Raking: what was given is taken as exact.',
      realised: 'Small units: by chance, their realised prevalence differs from the expected one.',
    },
  },
  provenance: {
    title: 'Provenance',
    key: 'Job',
    submission: 'Submission',
    author: 'Submitted by',
    survey: 'Survey',
    surveyDate: 'Date of the survey',
    method: 'Method',
    points: 'File of the survey',
    collection: 'Band collection',
    covariate: 'Covariate',
    population: 'Population',
    outlines: {
      adm0: 'Outline of the country',
      adm1: 'Outlines, first level',
      adm2: 'Outlines, second level',
    },
    submitted: 'Submitted',
    finished: 'Completed',
    engine: 'Engine',
    configuration: 'Configuration',
    setting: 'Setting',
    value: 'Value',
  },
}
