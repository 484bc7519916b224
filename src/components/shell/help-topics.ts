/** Targets of links into the help: ids of its topics, and the links' names. */
export const HELP_TOPICS = {
  flags: 'How to read the flags',
  map: 'How to read the map',
  'band-maps': 'How to read and compare maps of bands',
  'admin-units': 'How to read the table of admin units',
  'model-checks': 'How to read the model checks',
  'interval-omissions': 'What the intervals leave out',
  metrics: 'How to read cross-validation metrics',
  charts: 'How to read the charts',
  homogeneity: 'How bands of a collection fit together',
  'configuration-columns': 'Columns of a configuration',
  'points-file': 'Columns of a points file',
  'who-may': 'What each role may do',
  'access-tokens': 'How to use access tokens in scripts',
} as const
export type HelpTopicId = keyof typeof HELP_TOPICS
