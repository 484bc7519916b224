import { expect, test } from 'vitest'
import { formatCrs } from '~/components/rasters/raster-labels.ts'

test.each([
  [4326, null, 'EPSG:4326 (WGS 84)'],
  [32631, 'WGS 84 / UTM zone 31N', 'EPSG:32631 (WGS 84 / UTM zone 31N)'],
  [54009, 'World_Mollweide', 'ESRI:54009 (World_Mollweide)'],
  [102022, null, 'ESRI:102022'],
  [2181, null, 'ESRI:2181'],
  [2188, null, 'EPSG:2188'],
  [20063, 'Pulkovo 1995 GK Zone 3N', 'ESRI:20063 (Pulkovo 1995 GK Zone 3N)'],
  [20064, null, 'EPSG:20064'],
  [32060, null, 'ESRI:32060'],
  [32061, null, 'EPSG:32061'],
  [900913, null, 'EPSG:900913'],
  [null, 'Africa Albers', 'Africa Albers (no EPSG code)'],
  [null, null, 'Unknown'],
])('the reference system %s (%s) is %s', (crs, name, words) => {
  expect(formatCrs(crs, name)).toBe(words)
})
