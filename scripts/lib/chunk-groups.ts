/** Source files by folder and name, e.g. `of('components/ui', 'card', 'badge')`. */
const of = (folder: string, ...names: string[]) => `/src/${folder}/(?:${names.join('|')})\\.tsx?`
const radix = (...names: string[]) => `/@radix-ui/react-(?:${names.join('|')})/`
const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'))

/**
 * Which parts share a file. Left to itself, the bundler makes a file of each part with other users than the next: a
 * screen named seventy. A group holds what the same screens need; a dialog that is loaded on demand is in none.
 */
export const chunkGroups = [
  // Two files instead of twenty: together they compress better, and the libraries outlast a new version.
  { name: 'libraries', tags: ['$initial' as const], test: /\/node_modules\//, priority: 2 },
  { name: 'first', tags: ['$initial' as const], priority: 1 },
  {
    name: 'table',
    test: /\/components\/data-table\/(?!filters\/|tools\/|(?:filter|date|range|choice)-fields|match-switch|radio-list|warm|none|choices-of|choice-list|calendar-date|table-states|column-choices|resize-column)/,
  },
  // What screens without a table use of its folder.
  { name: 'choices', test: of('components/data-table', 'choice-list', 'table-states') },
  { name: 'queries', test: /\/@tanstack\/(react-query|query-core)\// },
  {
    name: 'overlays',
    test: anyOf(
      radix(
        'dialog',
        'dismissable-layer',
        'focus-guards',
        'focus-scope',
        'id',
        'popper',
        'portal',
        'tooltip',
      ),
      radix('use-callback-ref', 'visually-hidden'),
      '/node_modules/(?:@floating-ui|tslib|aria-hidden|get-nonce|use-callback-ref|use-sidecar)/',
      '/node_modules/react-(?:remove-scroll|remove-scroll-bar|style-singleton)/',
    ),
  },
  {
    name: 'menus',
    test: anyOf(
      radix('dropdown-menu', 'menu', 'popover'),
      of('components/ui', 'confirm-dialog', 'dialog', 'dialog-opener', 'loaded-later'),
      of('components/ui', 'menu', 'popover', 'row-menu'),
    ),
  },
  {
    name: 'frame',
    test: anyOf(
      of('components/layout', 'late-menu', 'next-page-progress', 'preferences', 'skip-link'),
      of('components/layout', 'snackbar-outcomes', 'theme-switch', 'top-bar'),
    ),
  },
  // The login needs no more of the small parts than these.
  { name: 'fields', test: anyOf(of('components/ui', 'field', 'input', 'label')) },
  {
    name: 'small-parts',
    test: anyOf(
      of('components/ui', 'alert', 'badge', 'card', 'checkbox', 'facts', 'relative-time', 'segmented'),
      of('components/ui', 'select', 'textarea'),
      of('components/data-table', 'calendar-date', 'choices-of', 'none', 'warm'),
      of('components/data-table/filters', 'country', 'fixed', 'person'),
      of('components/form', 'use-country-names'),
      of('components/layout', 'page'),
      of('api', 'address', 'may', 'owner-may'),
      of('api/contract', 'configuration-limits', 'counted', 'fold-text'),
      of('lib', 'capitalised', 'clock', 'figures', 'has-ending', 'only-filters', 'own-value', 'quarter'),
      of('lib', 'relative-time'),
      of('server', 'countries.functions', 'users.functions'),
    ),
  },
  {
    name: 'jobs-table',
    test: anyOf(
      of('components/jobs', 'cancel-button', 'figure-columns', 'job-columns', 'job-filters', 'job-flags'),
      of('components/jobs', 'job-menu', 'jobs-table', 'no-jobs-yet'),
    ),
  },
  {
    name: 'jobs',
    test: anyOf(
      of('components/jobs', 'figure-looks', 'job-status', 'job-status-filter', 'job-words', 'live-jobs'),
      of('components/jobs', 'live-note', 'report-link', 'short-name', 'status-badge', 'tag-chips'),
      of('components/jobs/report', 'format', 'report-list'),
      of('components/tags', 'tag-dot'),
    ),
  },
]
