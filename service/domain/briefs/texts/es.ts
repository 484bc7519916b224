import type { BriefTexts } from './brief-texts.ts'

export const es: BriefTexts = {
  locale: 'es',
  kinds: { document: 'Nota de síntesis', slides: 'Nota de síntesis', 'unit-sheets': 'Fichas de unidades' },
  title: ({ target, country }) => `${target} – ${country}`,
  survey: ({ source, round }) => `${source}, ronda ${round}`,
  written: ({ date, brand }) => `Escrito el ${date} por ${brand}`,
  simulated:
    'La encuesta es simulada y no describe a personas reales. No use las cifras para tomar decisiones.',
  page: ({ page, pages }) => `Página ${page} de ${pages}`,
  none: '–',
  levels: { 1: 'Unidades de primer nivel', 2: 'Unidades de segundo nivel' },
  summary: {
    title: 'Resumen',
    figure: 'Prevalencia nacional',
    rakedFigure: 'Prevalencia nacional, ajustada',
    interval: ({ interval }) => `Intervalo del 95 %: ${interval}`,
    people: ({ affected, people, interval }) => `${affected} de ${people} personas (${interval})`,
    equalCells: 'La cifra es la media de todas las celdas, porque la capa no tiene población.',
    exceedance: ({ threshold, probability }) => `Probabilidad de que supere ${threshold}: ${probability}`,
    withheld: 'Aquí no se muestra una cifra nacional, porque las ciudades pueden contar demasiado.',
    use: 'Para qué puede usarse',
    verdicts: {
      cells: 'Puede usarse hasta la celda.',
      adm2: 'Puede usarse hasta las unidades de segundo nivel, no para una celda.',
      adm1: 'Puede usarse hasta las unidades de primer nivel, no para áreas más pequeñas.',
      nation: 'Use solo la cifra nacional, no el mapa.',
      none: 'No use las cifras antes de leer qué está mal.',
    },
    notFor: {
      cells: ({ reasons }) => `No para celdas: ${reasons}.`,
      adm2: ({ reasons }) => `No para unidades de segundo nivel: ${reasons}.`,
      adm1: ({ reasons }) => `No para unidades de primer nivel: ${reasons}.`,
      nation: ({ reasons }) => `No para el país: ${reasons}.`,
    },
    criteria: {
      precision: 'muy pocos intervalos son estrechos',
      separation: 'las diferencias son pequeñas en relación con su incertidumbre',
      direct: 'los intervalos no son más estrechos que los de la encuesta sola',
      coverage: 'la cobertura en los bloques apartados es baja o no se puede comprobar',
      units: 'la prueba de todas las unidades contradice el modelo',
      national: 'la encuesta contradice la cifra modelada',
      covariates: 'las covariables no mejoran claramente las predicciones lejos de los conglomerados',
      overfit: 'la capa está sobreajustada',
      extrapolation: 'una parte demasiado grande del mapa está extrapolada',
      towns: 'las ciudades pueden contar demasiado',
    },
    warnings: 'Qué está mal',
    noWarnings: 'Ninguna comprobación encontró nada.',
  },
  warnings: {
    towns: () => 'Las ciudades pueden contar demasiado',
    nodata: () => 'Un valor de una covariable parece ausencia de datos sin declarar',
    narrow: ({ covered, expected }) =>
      `Los intervalos son demasiado estrechos: ${covered} en lugar de ${expected}`,
    overfit: () => 'Sobreajuste: las covariables empeoran la predicción de los bloques apartados',
    'no-better': () => 'Las áreas sin conglomerados no se predicen mejor que con la media',
    poor: ({ r2 }) => `Las áreas sin conglomerados se predicen mal: R² de ${r2} en los bloques`,
    'nation-contradicts': ({ observed, modelled }) =>
      `La encuesta sola indica ${observed}; el mapa, ${modelled}`,
    extrapolation: ({ share, people }) =>
      `El ${share} de las personas (${people}) vive donde el mapa extrapola`,
    coverage: () => 'Una parte del país no tiene conglomerados',
    'far-value': () => 'Una covariable tiene un valor lejos de todos los demás',
    outlier: () => 'Hay conglomerados lejos de sus predicciones',
    'failed-folds': () => 'Algunos grupos no se pudieron ajustar',
    'left-out': () => 'Se dejaron fuera personas o conglomerados',
    weights: () => 'Los pesos de la encuesta son dudosos',
    prior: () => 'La distribución a priori cambia cifras',
    'units-outside': () =>
      'Algunas unidades de primer nivel quedan fuera del intervalo de su estimación directa',
    'raked-nation': ({ to }) => `Ajustada a una prevalencia nacional dada de ${to}`,
    'raked-units': ({ units }) => `Unidades ajustadas: ${units}`,
  },
  contradictingUnits: {
    1: ({ p }) => `Las unidades de primer nivel contradicen el modelo (${p})`,
    2: ({ p }) => `Las unidades de segundo nivel contradicen el modelo (${p})`,
  },
  extrapolatedCountry: ({ share }) => `El ${share} del país está extrapolado`,
  map: {
    title: 'Mapa',
    alt: ({ target, country, from, to }) =>
      `Mapa – ${country}: prevalencia media, ${target}, en colores de ${from} a ${to}.`,
    extremes: ({ highest, highestValue, lowest, lowestValue }) =>
      `La más alta: ${highest} (${highestValue}); la más baja: ${lowest} (${lowestValue}).`,
    colours: ({ from, to }) =>
      `Prevalencia media. Los colores van de ${from} a ${to}; más allá, los valores tienen el color del extremo más cercano.`,
    hatched: 'Rayado: el intervalo del 95 % abarca más de la mitad de los colores.',
    outlines: { 1: 'Líneas: unidades de primer nivel.', 2: 'Líneas: unidades de segundo nivel.' },
    clusters: 'Puntos: conglomerados de la encuesta.',
  },
  units: {
    title: 'Unidades',
    about:
      'De la prevalencia más alta a la más baja. Si el modelo es correcto, los intervalos contienen el valor verdadero en 95 de cada 100 casos.',
    rank: 'Puesto',
    name: 'Unidad',
    modelled: 'Prevalencia',
    interval: 'Intervalo del 95 %',
    exceedance: ({ threshold }) => `P(>\u00a0${threshold})`,
    people: 'Personas',
    affected: 'Personas afectadas',
    clusters: 'Conglomerados',
    observed: 'Encuesta sola',
    openEnd: '* La encuesta no puede excluir este extremo.',
    cut: ({ shown, all }) => `Las primeras ${shown} de ${all} unidades; las demás están en adm.csv.`,
  },
  sheets: {
    rank: ({ rank, of, interval }) => `Puesto ${rank} de ${of} (intervalo del 95 %: ${interval})`,
    direct: ({ observed, interval }) => `Encuesta sola: ${observed} (${interval})`,
    alt: ({ unit, country }) => `Mapa – ${country}: ${unit} está enmarcada.`,
    frame: 'Marco: esta unidad.',
    clusters: 'Conglomerados de la encuesta en esta unidad',
    noClusters: 'La encuesta no tiene conglomerados en esta unidad: su cifra es una predicción.',
    cluster: 'Conglomerado',
    examined: 'Personas preguntadas',
    cases: 'Casos',
    observed: 'Observado',
    fitted: 'Modelado',
    more: ({ shown, all }) => `Los primeros ${shown} de ${all} conglomerados.`,
  },
  method: {
    title: 'El método en palabras sencillas',
    data: ({ clusters, survey }) =>
      `Las cifras proceden de ${clusters} lugares, llamados conglomerados, donde la encuesta ${survey} preguntó a personas. Todo lo que hay entre ellos es una estimación.`,
    covariates: ({ names }) =>
      `Mapas que cubren todo el país indican cómo suele cambiar la prevalencia de un lugar a otro. Son: ${names}.`,
    noCovariates:
      'No se usan otros mapas: la estimación de un lugar procede de los conglomerados que lo rodean.',
    density: 'La densidad de los conglomerados de la encuesta también predice la prevalencia.',
    towns: 'Las áreas urbanas y rurales se modelan por separado.',
    surface:
      'Una superficie suave describe las diferencias que quedan: se supone que los lugares cercanos se parecen más que los lejanos.',
    draws: ({ draws }) =>
      `El modelo sortea ${draws} mapas, todos acordes con los datos. La estimación es su media, y el intervalo del 95 % contiene el 95 % central.`,
    byPeople: 'La cifra de una unidad o del país pondera cada celda por las personas que viven en ella.',
    byArea:
      'La cifra de una unidad o del país es la media de sus celdas; no hay población con que ponderarlas.',
    rakedNation: ({ to, unraked }) =>
      `Todas las cifras están ajustadas, es decir, desplazadas, a una prevalencia nacional dada de ${to}. El modelo solo da ${unraked}.`,
    rakedUnits: ({ units }) =>
      `Unidades ajustadas, es decir, desplazadas, a prevalencias dadas: ${units}. Las demás quedan como las da el modelo.`,
    blocks: ({ folds, km }) =>
      `Para comprobar el mapa donde no hay conglomerados, el país se cortó en bloques de ${km} km en ${folds} grupos, y cada grupo se predijo sin sus conglomerados.`,
    coverage: ({ covered, expected }) =>
      `El ${covered} de los conglomerados quedó dentro de su intervalo del 95 %; un modelo correcto tendría el ${expected}.`,
    displaced:
      'La encuesta desplazó las coordenadas de sus conglomerados para proteger a las personas; por eso los mapas se leen a su alrededor, no en su lugar.',
  },
  limits: {
    title: 'Límites',
    period: 'El mapa es del período de la encuesta. El modelo no tiene tendencia.',
    smooth:
      'Una sola superficie describe todo el país: puede ser demasiado suave en una región y demasiado irregular en otra.',
    associations: 'Lo que otros mapas dicen de la prevalencia son asociaciones, no causas.',
    extrapolation:
      'Donde no hay conglomerados cercanos, la estimación procede de los otros mapas y de supuestos.',
    unweighted:
      'La encuesta no tiene pesos distintos: la estimación directa supone que todas las personas tenían la misma probabilidad de ser preguntadas.',
    unstratified: 'La encuesta no tiene estratos: la estimación directa supone uno solo.',
    population:
      'Las personas del mapa de población se toman como aquellas a las que se refiere el indicador.',
    noPopulation: 'Las cifras de las unidades y del país son medias de superficie, no de personas.',
    raked:
      'El ajuste no es una prueba: las comprobaciones y comparaciones con la encuesta describen el modelo antes de él.',
    omitted: 'Los intervalos no incluyen:',
    omissions: {
      population: 'Población: los recuentos se toman como exactos, aunque también son estimaciones.',
      'urban-share': 'Parte urbana: se toma como exacta, igual que la elección de las celdas urbanas.',
      displacement:
        'Desplazamiento: para la superficie, se supone que los conglomerados están donde dice la encuesta.',
      'unknown-displacement':
        'Desplazamiento: no consta si se desplazaron las coordenadas de los conglomerados.',
      parameters: 'Parámetros de la superficie: se toman como exactos.',
      density: 'Densidad del muestreo: se toma como exacta.',
      raking: 'Ajuste: lo que se dio se toma como exacto.',
      realised: 'Unidades pequeñas: por azar, su prevalencia realizada difiere de la esperada.',
    },
  },
  provenance: {
    title: 'Procedencia',
    key: 'Cálculo',
    submission: 'Envío',
    author: 'Enviado por',
    survey: 'Encuesta',
    surveyDate: 'Fecha de la encuesta',
    method: 'Método',
    points: 'Archivo de la encuesta',
    collection: 'Colección de bandas',
    covariate: 'Covariable',
    population: 'Población',
    outlines: {
      adm0: 'Contorno del país',
      adm1: 'Contornos, primer nivel',
      adm2: 'Contornos, segundo nivel',
    },
    submitted: 'Enviado el',
    finished: 'Terminado el',
    engine: 'Motor de cálculo',
    configuration: 'Configuración',
    setting: 'Ajuste',
    value: 'Valor',
  },
}
