import {
  FullscreenControl,
  Map as LibraryMap,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'

// The worker is a file on our own server, so that the content security policy needs no exception for it.
setWorkerUrl(workerUrl)

export { FullscreenControl, LibraryMap, NavigationControl, ScaleControl }
export type {
  AddLayerObject,
  FilterSpecification,
  GeoJSONSource,
  ImageSource,
  MapGeoJSONFeature,
  MapMouseEvent,
  RasterSourceSpecification,
  RasterTileSource,
  StyleSpecification,
} from 'maplibre-gl'
