import type { AddLayerObject } from '~/components/map/base/map-library.ts'

export const BASEMAP = 'basemap'
export const TOWNS = 'towns'
/** Image of the dot beside a town's name. */
export const TOWN = 'town'

const hidden = { visibility: 'none' } as const
const ofKind = (kind: string) => ['==', ['get', 'kind'], kind]
/** By rank as one zooms: at a country's scale, its large towns. */
const byZoom = ['<=', ['get', 'rank'], ['step', ['zoom'], 2, 4.5, 3, 5.5, 4, 6.5, 6, 7.5, 7, 8.5, 10]]

/** Lakes and rivers over the surface, below the admin units' outlines. */
export const waterLayers = (): AddLayerObject[] =>
  [
    { id: 'lakes', type: 'fill', filter: ofKind('lake'), paint: { 'fill-opacity': 0.9 } },
    { id: 'lake-shores', type: 'line', filter: ofKind('lake'), paint: { 'line-width': 0.6 } },
    {
      id: 'rivers-casing',
      type: 'line',
      filter: ['all', ofKind('river'), byZoom],
      paint: { 'line-width': 3, 'line-opacity': 0.5 },
    },
    {
      id: 'rivers',
      type: 'line',
      filter: ['all', ofKind('river'), byZoom],
      paint: {
        'line-width': ['interpolate', ['linear'], ['get', 'rank'], 1, 1.4, 6, 0.7],
      },
    },
  ].map((layer) => ({ ...layer, source: BASEMAP, layout: hidden }) as AddLayerObject)

/** Drawn with the page's own font, as the admin units' names, which come first where there is no room for both. */
export const townLayers = (): AddLayerObject[] =>
  [
    {
      id: TOWNS,
      type: 'symbol',
      source: BASEMAP,
      filter: ['all', ofKind('town'), byZoom],
      layout: {
        ...hidden,
        'icon-image': TOWN,
        'text-field': ['get', 'name'],
        'text-font': ['Inter Variable', 'sans-serif'],
        'text-size': ['interpolate', ['linear'], ['get', 'rank'], 1, 12, 7, 10.5],
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 0.4,
        'text-padding': 3,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-halo-width': 1.2 },
    },
  ].map((layer: object) => layer as AddLayerObject)

export const basemapLayers = () => [...waterLayers(), ...townLayers()]

const DOT_PX = 6
/** A filled circle that takes the theme's colour. */
export function townImage(): { width: number; height: number; data: Uint8ClampedArray } {
  const data = new Uint8ClampedArray(DOT_PX * DOT_PX * 4)
  for (let i = 0; i < DOT_PX * DOT_PX; i++) {
    const [x, y] = [(i % DOT_PX) + 0.5, Math.floor(i / DOT_PX) + 0.5].map((at) => at - DOT_PX / 2)
    const isInside = Math.hypot(x, y) <= DOT_PX / 2 - 0.5
    data.set([0, 0, 0, isInside ? 255 : 0], i * 4)
  }
  return { width: DOT_PX, height: DOT_PX, data }
}
