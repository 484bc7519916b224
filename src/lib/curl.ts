/** Single-quoted for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A command to paste: a GET below the API's base, which it takes with the token from the environment. */
export const curlOf = (pathAndQuery: string): string =>
  `curl -sS --fail-with-body -H "Authorization: Bearer $STRATA_TOKEN" \\\n  "$STRATA_API"${quoted(pathAndQuery)}`
