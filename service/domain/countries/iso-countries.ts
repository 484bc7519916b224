// The package's main entry loads its names in eighty languages; only the English ones are used.
import countryNames from 'i18n-iso-countries/index.js'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }

countryNames.registerLocale(english)

export { countryNames }
