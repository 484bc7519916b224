import { spawnSync } from 'node:child_process'

/** Whether GDAL's programs (Debian: gdal-bin) are installed; tests that compare with them are skipped otherwise. */
export const hasGdal = spawnSync('gdalwarp', ['--version']).status === 0
