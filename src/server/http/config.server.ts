import { loadConfig } from '#config'

export const config = loadConfig()
