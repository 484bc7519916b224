/** A country's location: UN M49 region, sub-region and, if there is one, intermediate region. */
interface Placed {
  region: string
  sub_region: string | null
  intermediate_region: string | null
}

/**
 * The geographic regions of the United Nations Statistics Division, "Standard country or area codes for statistical use
 * (M49)", written out from the standard. M49 has no sub-region for Antarctica and lists neither TWN nor XKK (Kosovo):
 * those two are assigned to their neighbours' regions.
 */
const M49: [string, string | null, string | null, string][] = [
  ['Africa', 'Northern Africa', null, 'DZA EGY ESH LBY MAR SDN TUN'],
  [
    'Africa',
    'Sub-Saharan Africa',
    'Eastern Africa',
    'ATF BDI COM DJI ERI ETH IOT KEN MDG MOZ MUS MWI MYT REU RWA SOM SSD SYC TZA UGA ZMB ZWE',
  ],
  ['Africa', 'Sub-Saharan Africa', 'Middle Africa', 'AGO CAF CMR COD COG GAB GNQ STP TCD'],
  ['Africa', 'Sub-Saharan Africa', 'Southern Africa', 'BWA LSO NAM SWZ ZAF'],
  [
    'Africa',
    'Sub-Saharan Africa',
    'Western Africa',
    'BEN BFA CIV CPV GHA GIN GMB GNB LBR MLI MRT NER NGA SEN SHN SLE TGO',
  ],
  [
    'Americas',
    'Latin America and the Caribbean',
    'Caribbean',
    'ABW AIA ATG BES BHS BLM BRB CUB CUW CYM DMA DOM GLP GRD HTI JAM KNA LCA MAF MSR MTQ PRI SXM TCA TTO VCT VGB VIR',
  ],
  ['Americas', 'Latin America and the Caribbean', 'Central America', 'BLZ CRI GTM HND MEX NIC PAN SLV'],
  [
    'Americas',
    'Latin America and the Caribbean',
    'South America',
    'ARG BOL BRA BVT CHL COL ECU FLK GUF GUY PER PRY SGS SUR URY VEN',
  ],
  ['Americas', 'Northern America', null, 'BMU CAN GRL SPM USA'],
  ['Antarctica', null, null, 'ATA'],
  ['Asia', 'Central Asia', null, 'KAZ KGZ TJK TKM UZB'],
  ['Asia', 'Eastern Asia', null, 'CHN HKG JPN KOR MAC MNG PRK TWN'],
  ['Asia', 'South-eastern Asia', null, 'BRN IDN KHM LAO MMR MYS PHL SGP THA TLS VNM'],
  ['Asia', 'Southern Asia', null, 'AFG BGD BTN IND IRN LKA MDV NPL PAK'],
  ['Asia', 'Western Asia', null, 'ARE ARM AZE BHR CYP GEO IRQ ISR JOR KWT LBN OMN PSE QAT SAU SYR TUR YEM'],
  ['Europe', 'Eastern Europe', null, 'BGR BLR CZE HUN MDA POL ROU RUS SVK UKR'],
  ['Europe', 'Northern Europe', null, 'ALA DNK EST FIN FRO GBR GGY IMN IRL ISL JEY LTU LVA NOR SJM SWE'],
  ['Europe', 'Southern Europe', null, 'ALB AND BIH ESP GIB GRC HRV ITA MKD MLT MNE PRT SMR SRB SVN VAT XKK'],
  ['Europe', 'Western Europe', null, 'AUT BEL CHE DEU FRA LIE LUX MCO NLD'],
  ['Oceania', 'Australia and New Zealand', null, 'AUS CCK CXR HMD NFK NZL'],
  ['Oceania', 'Melanesia', null, 'FJI NCL PNG SLB VUT'],
  ['Oceania', 'Micronesia', null, 'FSM GUM KIR MHL MNP NRU PLW UMI'],
  ['Oceania', 'Polynesia', null, 'ASM COK NIU PCN PYF TKL TON TUV WLF WSM'],
]

export const regionOf: ReadonlyMap<string, Placed> = new Map(
  M49.flatMap(([region, sub_region, intermediate_region, codes]) =>
    codes.split(' ').map((code) => [code, { region, sub_region, intermediate_region }] as const),
  ),
)
