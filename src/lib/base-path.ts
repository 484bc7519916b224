/** The path below which the web application is served (APP_URL): '' or one such as '/strata'. */
export const basePath = (import.meta.env?.BASE_URL ?? '/').replace(/\/$/, '')
