import type { BriefTexts } from './brief-texts.ts'

export const fr: BriefTexts = {
  locale: 'fr',
  kinds: { document: 'Note de synthèse', slides: 'Note de synthèse', 'unit-sheets': 'Fiches d’unités' },
  title: ({ target, country }) => `${target} – ${country}`,
  survey: ({ source, round }) => `${source}, passage ${round}`,
  written: ({ date, brand }) => `Rédigé le ${date} par ${brand}`,
  simulated:
    'L’enquête est simulée et ne décrit aucune personne réelle. N’utilisez pas ces chiffres pour décider.',
  page: ({ page, pages }) => `Page ${page} sur ${pages}`,
  none: '–',
  levels: { 1: 'Unités de premier niveau', 2: 'Unités de deuxième niveau' },
  summary: {
    title: 'Résumé',
    figure: 'Prévalence nationale',
    rakedFigure: 'Prévalence nationale, calée',
    interval: ({ interval }) => `Intervalle à 95 % : ${interval}`,
    people: ({ affected, people, interval }) => `${affected} personnes sur ${people} (${interval})`,
    equalCells: 'Ce chiffre est la moyenne de toutes les cellules, car la couche n’a pas de population.',
    exceedance: ({ threshold, probability }) => `Probabilité qu’elle dépasse ${threshold} : ${probability}`,
    withheld: 'Aucun chiffre national n’est donné ici, car les villes peuvent compter trop.',
    use: 'Ce à quoi elle peut servir',
    verdicts: {
      cells: 'Utilisable jusqu’à la cellule.',
      adm2: 'Utilisable jusqu’aux unités de deuxième niveau, pas pour une cellule.',
      adm1: 'Utilisable jusqu’aux unités de premier niveau, pas pour des zones plus petites.',
      nation: 'N’utilisez que le chiffre national, pas la carte.',
      none: 'N’utilisez pas les chiffres avant d’avoir lu ce qui ne va pas.',
    },
    notFor: {
      cells: ({ reasons }) => `Pas pour les cellules : ${reasons}.`,
      adm2: ({ reasons }) => `Pas pour les unités de deuxième niveau : ${reasons}.`,
      adm1: ({ reasons }) => `Pas pour les unités de premier niveau : ${reasons}.`,
      nation: ({ reasons }) => `Pas pour le pays : ${reasons}.`,
    },
    criteria: {
      precision: 'trop peu d’intervalles sont étroits',
      separation: 'les différences sont trop faibles par rapport à leur incertitude',
      direct: 'les intervalles ne sont pas plus étroits que ceux de l’enquête seule',
      coverage: 'la couverture dans les blocs mis de côté est trop faible ou ne peut pas être testée',
      units: 'le test de toutes les unités contredit le modèle',
      national: 'l’enquête contredit le chiffre modélisé',
      covariates: 'les covariables n’améliorent pas clairement les prédictions loin des grappes',
      overfit: 'la couche est surajustée',
      extrapolation: 'une trop grande partie de la carte est extrapolée',
      towns: 'les villes peuvent compter trop',
    },
    warnings: 'Ce qui ne va pas',
    noWarnings: 'Aucun contrôle n’a rien trouvé.',
  },
  warnings: {
    towns: () => 'Les villes peuvent compter trop',
    nodata: () => 'Une valeur d’une covariable semble être une absence de données non déclarée',
    narrow: ({ covered, expected }) =>
      `Les intervalles sont trop étroits : ${covered} au lieu de ${expected}`,
    overfit: () => 'Surajustement : les covariables dégradent la prédiction des blocs mis de côté',
    'no-better': () => 'Les zones sans grappes ne sont pas mieux prédites que par la moyenne',
    poor: ({ r2 }) => `Les zones sans grappes sont mal prédites : R² de ${r2} sur les blocs`,
    'nation-contradicts': ({ observed, modelled }) =>
      `L’enquête seule donne ${observed}, la carte ${modelled}`,
    extrapolation: ({ share, people }) =>
      `${share} des personnes (${people}) vivent là où la carte extrapole`,
    coverage: () => 'Une partie du pays n’a pas de grappes',
    'far-value': () => 'Une covariable a une valeur éloignée de toutes les autres',
    outlier: () => 'Des grappes sont loin de leurs prédictions',
    'failed-folds': () => 'Certains groupes n’ont pas pu être ajustés',
    'left-out': () => 'Des personnes ou des grappes ont été écartées',
    weights: () => 'Les poids de l’enquête sont douteux',
    prior: () => 'La loi a priori déplace des chiffres',
    'units-outside': () =>
      'Certaines unités de premier niveau sont hors de l’intervalle de leur estimation directe',
    'raked-nation': ({ to }) => `Calée sur une prévalence nationale donnée de ${to}`,
    'raked-units': ({ units }) => `Unités calées : ${units}`,
  },
  contradictingUnits: {
    1: ({ p }) => `Les unités de premier niveau contredisent le modèle (${p})`,
    2: ({ p }) => `Les unités de deuxième niveau contredisent le modèle (${p})`,
  },
  extrapolatedCountry: ({ share }) => `${share} du pays est extrapolé`,
  map: {
    title: 'Carte',
    alt: ({ target, country, from, to }) =>
      `Carte – ${country} : prévalence moyenne, ${target}, en couleurs de ${from} à ${to}.`,
    extremes: ({ highest, highestValue, lowest, lowestValue }) =>
      `La plus élevée : ${highest} (${highestValue}) ; la plus basse : ${lowest} (${lowestValue}).`,
    colours: ({ from, to }) =>
      `Prévalence moyenne. Les couleurs vont de ${from} à ${to} ; au-delà, les valeurs ont la couleur de l’extrémité la plus proche.`,
    hatched: 'Hachures : l’intervalle à 95 % couvre plus de la moitié des couleurs.',
    outlines: { 1: 'Lignes : unités de premier niveau.', 2: 'Lignes : unités de deuxième niveau.' },
    clusters: 'Points : grappes de l’enquête.',
  },
  units: {
    title: 'Unités',
    about:
      'De la prévalence la plus élevée à la plus basse. Si le modèle est juste, les intervalles contiennent la vraie valeur dans 95 cas sur 100.',
    rank: 'Rang',
    name: 'Unité',
    modelled: 'Prévalence',
    interval: 'Intervalle à 95 %',
    exceedance: ({ threshold }) => `P(>\u00a0${threshold})`,
    people: 'Personnes',
    affected: 'Personnes touchées',
    clusters: 'Grappes',
    observed: 'Enquête seule',
    openEnd: '* L’enquête ne peut pas exclure cette extrémité.',
    cut: ({ shown, all }) => `Les ${shown} premières unités sur ${all} ; les autres sont dans adm.csv.`,
  },
  sheets: {
    rank: ({ rank, of, interval }) => `Rang ${rank} sur ${of} (intervalle à 95 % : ${interval})`,
    direct: ({ observed, interval }) => `Enquête seule : ${observed} (${interval})`,
    alt: ({ unit, country }) => `Carte – ${country} : ${unit} y est encadré.`,
    frame: 'Cadre : cette unité.',
    clusters: 'Grappes de l’enquête dans cette unité',
    noClusters: 'L’enquête n’a pas de grappe dans cette unité : son chiffre est une prédiction.',
    cluster: 'Grappe',
    examined: 'Personnes interrogées',
    cases: 'Cas',
    observed: 'Observé',
    fitted: 'Modélisé',
    more: ({ shown, all }) => `Les ${shown} premières grappes sur ${all}.`,
  },
  method: {
    title: 'La méthode en mots simples',
    data: ({ clusters, survey }) =>
      `Les chiffres viennent de ${clusters} lieux, appelés grappes, où l’enquête ${survey} a interrogé des personnes. Tout ce qui se trouve entre eux est estimé.`,
    covariates: ({ names }) =>
      `Des cartes qui couvrent tout le pays indiquent comment la prévalence tend à varier d’un lieu à l’autre. Ce sont : ${names}.`,
    noCovariates:
      'Aucune autre carte n’est utilisée : l’estimation d’un lieu vient des grappes qui l’entourent.',
    density: 'La densité des grappes de l’enquête sert aussi à prédire la prévalence.',
    towns: 'Les zones urbaines et rurales sont modélisées séparément.',
    surface:
      'Une surface lisse décrit les différences qui restent : des lieux proches sont supposés plus semblables que des lieux éloignés.',
    draws: ({ draws }) =>
      `Le modèle tire ${draws} cartes qui s’accordent toutes avec les données. L’estimation est leur moyenne, et l’intervalle à 95 % contient les 95 % du milieu.`,
    byPeople: 'Le chiffre d’une unité ou du pays pondère chaque cellule par les personnes qui y vivent.',
    byArea:
      'Le chiffre d’une unité ou du pays est la moyenne de ses cellules ; il n’y a pas de population pour les pondérer.',
    rakedNation: ({ to, unraked }) =>
      `Tous les chiffres sont calés, c’est-à-dire décalés, sur une prévalence nationale donnée de ${to}. Le modèle seul donne ${unraked}.`,
    rakedUnits: ({ units }) =>
      `Unités calées, c’est-à-dire décalées, sur des prévalences données : ${units}. Les autres sont telles que modélisées.`,
    blocks: ({ folds, km }) =>
      `Pour tester la carte là où il n’y a pas de grappes, le pays a été découpé en blocs de ${km} km en ${folds} groupes, et chaque groupe a été prédit sans ses grappes.`,
    coverage: ({ covered, expected }) =>
      `${covered} des grappes étaient dans leur intervalle à 95 % ; un modèle correct en aurait ${expected}.`,
    displaced:
      'L’enquête a déplacé les coordonnées de ses grappes pour protéger les personnes ; les cartes sont donc lues autour d’elles, et non à leur place.',
  },
  limits: {
    title: 'Limites',
    period: 'La carte vaut pour la période de l’enquête. Le modèle n’a pas de tendance.',
    smooth:
      'Une seule surface décrit tout le pays : elle peut être trop lisse dans une région et trop rugueuse dans une autre.',
    associations: 'Ce que d’autres cartes disent de la prévalence sont des associations, pas des causes.',
    extrapolation: 'Là où aucune grappe n’est proche, l’estimation vient des autres cartes et d’hypothèses.',
    unweighted:
      'L’enquête n’a pas de poids différents : l’estimation directe suppose que toutes les personnes avaient la même chance d’être interrogées.',
    unstratified: 'L’enquête n’a pas de strates : l’estimation directe en suppose une seule.',
    population: 'Les personnes de la carte de population sont prises pour celles que l’indicateur concerne.',
    noPopulation: 'Les chiffres des unités et du pays sont des moyennes de surface, pas de personnes.',
    raked:
      'Le calage n’est pas une preuve : les tests et les comparaisons avec l’enquête décrivent le modèle avant le calage.',
    omitted: 'Les intervalles ne tiennent pas compte de :',
    omissions: {
      population: 'Population : les effectifs sont pris pour exacts, alors qu’ils sont eux-mêmes estimés.',
      'urban-share': 'Part urbaine : elle est prise pour exacte, de même que le choix des cellules urbaines.',
      displacement:
        'Déplacement : pour la surface, les grappes sont supposées être là où l’enquête les place.',
      'unknown-displacement':
        'Déplacement : on ne sait pas si les coordonnées des grappes ont été déplacées.',
      parameters: 'Paramètres de la surface : ils sont pris pour exacts.',
      density: 'Densité de l’échantillonnage : elle est prise pour exacte.',
      raking: 'Calage : ce qui a été donné est pris pour exact.',
      realised: 'Petites unités : par hasard, leur prévalence réalisée diffère de la prévalence attendue.',
    },
  },
  provenance: {
    title: 'Provenance',
    key: 'Calcul',
    submission: 'Soumission',
    author: 'Soumis par',
    survey: 'Enquête',
    surveyDate: 'Date de l’enquête',
    method: 'Méthode',
    points: 'Fichier de l’enquête',
    collection: 'Collection de bandes',
    covariate: 'Covariable',
    population: 'Population',
    outlines: {
      adm0: 'Contour du pays',
      adm1: 'Contours, premier niveau',
      adm2: 'Contours, deuxième niveau',
    },
    submitted: 'Soumis le',
    finished: 'Terminé le',
    engine: 'Moteur de calcul',
    configuration: 'Configuration',
    setting: 'Réglage',
    value: 'Valeur',
  },
}
