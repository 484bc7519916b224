import type { BriefTexts } from './brief-texts.ts'

export const pt: BriefTexts = {
  locale: 'pt-PT',
  kinds: { document: 'Nota de síntese', slides: 'Nota de síntese', 'unit-sheets': 'Fichas de unidades' },
  title: ({ target, country }) => `${target} – ${country}`,
  survey: ({ source, round }) => `${source}, ronda ${round}`,
  written: ({ date, brand }) => `Escrito a ${date} por ${brand}`,
  simulated: 'O inquérito é simulado e não descreve pessoas reais. Não use os números para tomar decisões.',
  page: ({ page, pages }) => `Página ${page} de ${pages}`,
  none: '–',
  levels: { 1: 'Unidades de primeiro nível', 2: 'Unidades de segundo nível' },
  summary: {
    title: 'Resumo',
    figure: 'Prevalência nacional',
    rakedFigure: 'Prevalência nacional, calibrada',
    interval: ({ interval }) => `Intervalo de 95 %: ${interval}`,
    people: ({ affected, people, interval }) => `${affected} de ${people} pessoas (${interval})`,
    equalCells: 'O número é a média de todas as células, porque a camada não tem população.',
    exceedance: ({ threshold, probability }) => `Probabilidade de exceder ${threshold}: ${probability}`,
    withheld: 'Não se mostra aqui um número nacional, porque as cidades podem contar demasiado.',
    use: 'Para que pode ser usada',
    verdicts: {
      cells: 'Pode ser usada até à célula.',
      adm2: 'Pode ser usada até às unidades de segundo nível, não para uma célula.',
      adm1: 'Pode ser usada até às unidades de primeiro nível, não para áreas menores.',
      nation: 'Use apenas o número nacional, não o mapa.',
      none: 'Não use os números antes de ler o que está errado.',
    },
    notFor: {
      cells: ({ reasons }) => `Não para células: ${reasons}.`,
      adm2: ({ reasons }) => `Não para unidades de segundo nível: ${reasons}.`,
      adm1: ({ reasons }) => `Não para unidades de primeiro nível: ${reasons}.`,
      nation: ({ reasons }) => `Não para o país: ${reasons}.`,
    },
    criteria: {
      precision: 'poucos intervalos são estreitos',
      separation: 'as diferenças são pequenas em relação à sua incerteza',
      direct: 'os intervalos não são mais estreitos do que os do inquérito por si só',
      coverage: 'a cobertura nos blocos deixados de fora é baixa ou não pode ser testada',
      units: 'o teste de todas as unidades contradiz o modelo',
      national: 'o inquérito contradiz o número modelado',
      covariates: 'as covariáveis não melhoram claramente as previsões longe dos conglomerados',
      overfit: 'a camada está sobreajustada',
      extrapolation: 'uma parte demasiado grande do mapa é extrapolada',
      towns: 'as cidades podem contar demasiado',
    },
    warnings: 'O que está errado',
    noWarnings: 'Nenhuma verificação encontrou problemas.',
  },
  warnings: {
    towns: () => 'As cidades podem contar demasiado',
    nodata: () => 'Um valor de uma covariável parece ser ausência de dados não declarada',
    narrow: ({ covered, expected }) =>
      `Os intervalos são demasiado estreitos: ${covered} em vez de ${expected}`,
    overfit: () => 'Sobreajuste: as covariáveis pioram a previsão dos blocos deixados de fora',
    'no-better': () => 'As áreas sem conglomerados não são mais bem previstas do que pela média',
    poor: ({ r2 }) => `As áreas sem conglomerados são mal previstas: R² de ${r2} nos blocos`,
    'nation-contradicts': ({ observed, modelled }) =>
      `O inquérito por si só indica ${observed}, o mapa ${modelled}`,
    extrapolation: ({ share, people }) => `${share} das pessoas (${people}) vivem onde o mapa extrapola`,
    coverage: () => 'Uma parte do país não tem conglomerados',
    'far-value': () => 'Uma covariável tem um valor longe de todos os outros',
    outlier: () => 'Há conglomerados longe das suas previsões',
    'failed-folds': () => 'Alguns grupos não puderam ser ajustados',
    'left-out': () => 'Pessoas ou conglomerados foram deixados de fora',
    weights: () => 'Os pesos do inquérito são duvidosos',
    prior: () => 'A distribuição a priori altera números',
    'units-outside': () =>
      'Algumas unidades de primeiro nível estão fora do intervalo da sua estimativa direta',
    'raked-nation': ({ to }) => `Calibrada para uma prevalência nacional dada de ${to}`,
    'raked-units': ({ units }) => `Unidades calibradas: ${units}`,
  },
  contradictingUnits: {
    1: ({ p }) => `As unidades de primeiro nível contradizem o modelo (${p})`,
    2: ({ p }) => `As unidades de segundo nível contradizem o modelo (${p})`,
  },
  extrapolatedCountry: ({ share }) => `${share} do país é extrapolado`,
  map: {
    title: 'Mapa',
    alt: ({ target, country, from, to }) =>
      `Mapa – ${country}: prevalência média, ${target}, em cores de ${from} a ${to}.`,
    extremes: ({ highest, highestValue, lowest, lowestValue }) =>
      `A mais alta: ${highest} (${highestValue}); a mais baixa: ${lowest} (${lowestValue}).`,
    colours: ({ from, to }) =>
      `Prevalência média. As cores vão de ${from} a ${to}; valores além têm a cor do extremo mais próximo.`,
    hatched: 'Tracejado: o intervalo de 95 % abrange mais de metade das cores.',
    outlines: { 1: 'Linhas: unidades de primeiro nível.', 2: 'Linhas: unidades de segundo nível.' },
    clusters: 'Pontos: conglomerados do inquérito.',
  },
  units: {
    title: 'Unidades',
    about:
      'Da prevalência mais alta para a mais baixa. Se o modelo estiver certo, os intervalos contêm o valor verdadeiro em 95 de 100 casos.',
    rank: 'Posição',
    name: 'Unidade',
    modelled: 'Prevalência',
    interval: 'Intervalo de 95 %',
    exceedance: ({ threshold }) => `P(>\u00a0${threshold})`,
    people: 'Pessoas',
    affected: 'Pessoas afetadas',
    clusters: 'Conglomerados',
    observed: 'Só o inquérito',
    openEnd: '* O inquérito não pode excluir este extremo.',
    cut: ({ shown, all }) => `As primeiras ${shown} de ${all} unidades; as restantes estão em adm.csv.`,
  },
  sheets: {
    rank: ({ rank, of, interval }) => `Posição ${rank} de ${of} (intervalo de 95 %: ${interval})`,
    direct: ({ observed, interval }) => `Só o inquérito: ${observed} (${interval})`,
    alt: ({ unit, country }) => `Mapa – ${country}: ${unit} está em destaque.`,
    frame: 'Moldura: esta unidade.',
    clusters: 'Conglomerados do inquérito nesta unidade',
    noClusters: 'O inquérito não tem conglomerados nesta unidade: o seu número é uma previsão.',
    cluster: 'Conglomerado',
    examined: 'Pessoas entrevistadas',
    cases: 'Casos',
    observed: 'Observado',
    fitted: 'Modelado',
    more: ({ shown, all }) => `Os primeiros ${shown} de ${all} conglomerados.`,
  },
  method: {
    title: 'O método em palavras simples',
    data: ({ clusters, survey }) =>
      `Os números vêm de ${clusters} lugares, chamados conglomerados, onde o inquérito ${survey} entrevistou pessoas. Tudo o que fica entre eles é estimado.`,
    covariates: ({ names }) =>
      `Mapas que cobrem todo o país indicam como a prevalência tende a mudar de lugar para lugar. São eles: ${names}.`,
    noCovariates: 'Não são usados outros mapas: a estimativa de um lugar vem dos conglomerados à sua volta.',
    density: 'A densidade dos conglomerados do inquérito também prevê a prevalência.',
    towns: 'As áreas urbanas e rurais são modeladas separadamente.',
    surface:
      'Uma superfície suave descreve as diferenças que restam: supõe-se que lugares próximos são mais parecidos do que lugares distantes.',
    draws: ({ draws }) =>
      `O modelo sorteia ${draws} mapas, todos de acordo com os dados. A estimativa é a sua média, e o intervalo de 95 % contém os 95 % do meio.`,
    byPeople: 'O número de uma unidade ou do país pondera cada célula pelas pessoas que lá vivem.',
    byArea:
      'O número de uma unidade ou do país é a média das suas células; não há população para as ponderar.',
    rakedNation: ({ to, unraked }) =>
      `Todos os números são calibrados, isto é, deslocados, para uma prevalência nacional dada de ${to}. O modelo por si só dá ${unraked}.`,
    rakedUnits: ({ units }) =>
      `Unidades calibradas, isto é, deslocadas, para prevalências dadas: ${units}. As outras são como modeladas.`,
    blocks: ({ folds, km }) =>
      `Para testar o mapa onde não há conglomerados, o país foi cortado em blocos de ${km} km em ${folds} grupos, e cada grupo foi previsto sem os seus conglomerados.`,
    coverage: ({ covered, expected }) =>
      `${covered} dos conglomerados ficaram nos seus intervalos de 95 %; um modelo correto teria ${expected}.`,
    displaced:
      'O inquérito deslocou as coordenadas dos conglomerados para proteger as pessoas; por isso, os mapas são lidos à sua volta, não no seu lugar.',
  },
  limits: {
    title: 'Limites',
    period: 'O mapa é do período do inquérito. O modelo não tem tendência.',
    smooth:
      'Uma só superfície descreve todo o país: pode ser demasiado suave numa região e demasiado irregular noutra.',
    associations: 'O que outros mapas dizem sobre a prevalência são associações, não causas.',
    extrapolation: 'Onde não há conglomerados próximos, a estimativa vem dos outros mapas e de pressupostos.',
    unweighted:
      'O inquérito não tem pesos diferentes: a estimativa direta supõe que todas as pessoas tinham a mesma probabilidade de serem entrevistadas.',
    unstratified: 'O inquérito não tem estratos: a estimativa direta supõe um só.',
    population: 'As pessoas do mapa de população são tomadas como aquelas a quem o indicador se refere.',
    noPopulation: 'Os números das unidades e do país são médias de área, não de pessoas.',
    raked:
      'A calibração não é evidência: os testes e as comparações com o inquérito descrevem o modelo antes dela.',
    omitted: 'Os intervalos não incluem:',
    omissions: {
      population: 'População: as contagens são tomadas como exatas, embora também sejam estimativas.',
      'urban-share': 'Parte urbana: é tomada como exata, tal como a escolha das células urbanas.',
      displacement:
        'Deslocação: para a superfície, supõe-se que os conglomerados estão onde o inquérito diz.',
      'unknown-displacement':
        'Deslocação: não está registado se as coordenadas dos conglomerados foram deslocadas.',
      parameters: 'Parâmetros da superfície: são tomados como exatos.',
      density: 'Densidade da amostragem: é tomada como exata.',
      raking: 'Calibração: o que foi dado é tomado como exato.',
      realised: 'Unidades pequenas: por acaso, a sua prevalência realizada difere da esperada.',
    },
  },
  provenance: {
    title: 'Proveniência',
    key: 'Cálculo',
    submission: 'Submissão',
    author: 'Submetido por',
    survey: 'Inquérito',
    surveyDate: 'Data do inquérito',
    method: 'Método',
    points: 'Ficheiro do inquérito',
    collection: 'Coleção de bandas',
    covariate: 'Covariável',
    population: 'População',
    outlines: {
      adm0: 'Contorno do país',
      adm1: 'Contornos, primeiro nível',
      adm2: 'Contornos, segundo nível',
    },
    submitted: 'Submetido a',
    finished: 'Concluído a',
    engine: 'Motor de cálculo',
    configuration: 'Configuração',
    setting: 'Definição',
    value: 'Valor',
  },
}
