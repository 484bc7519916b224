type Tool = 'QGIS' | 'R' | 'Python' | 'curl'
interface Lines {
  tool: Tool
  /** The environment in which a snippet runs. */
  help: string
  text: string
}

/**
 * The link as GDAL reads it: without the option it asks for about forty side files of a raster, each of which is 404. The
 * option's URL is percent-encoded, except what a query may hold and people read.
 */
const inGdal = (url: string) =>
  `/vsicurl?empty_dir=yes&url=${encodeURIComponent(url).replaceAll('%3A', ':').replaceAll('%2F', '/')}`

/** Without these, GDAL reads every column as text and makes no points. Tables without these columns have none. */
const TYPED = '|option:AUTODETECT_TYPE=YES|option:X_POSSIBLE_NAMES=longitude|option:Y_POSSIBLE_NAMES=latitude'
/** R takes true and false for texts. */
const LOGICAL = 'colClasses = c(pass = "logical")'

/**
 * Code snippets that open an output by its link. Rasters are read by range requests, not downloaded. `what` names the
 * variable, e.g. `mean`; `band` counts from 1.
 */
export function linkLines(what: string, name: string, url: string, band = 1): Lines[] {
  const it = what.replaceAll('-', '_')
  const lines = (tool: Tool, help: string, ...text: string[]): Lines => ({
    tool,
    help,
    text: text.join('\n'),
  })
  const curl = lines('curl', 'In a shell', `curl --fail --output ${name} '${url}'`)
  if (name.endsWith('.tif')) {
    return [
      lines('QGIS', 'Layer, Add Layer, Add Raster Layer: paste it as the raster dataset', inGdal(url)),
      lines(
        'R',
        'With the package terra',
        'library(terra)',
        'setGDALconfig("GDAL_DISABLE_READDIR_ON_OPEN", "EMPTY_DIR")',
        `${it} <- rast("/vsicurl/${url}"${band === 1 ? '' : `, lyrs = ${band}`})`,
      ),
      lines(
        'Python',
        'With the package rasterio',
        'import rasterio',
        '',
        `with rasterio.Env(GDAL_DISABLE_READDIR_ON_OPEN="EMPTY_DIR"), rasterio.open("${url}") as src:`,
        `    ${it} = src.read(${band}, masked=True)`,
      ),
      curl,
    ]
  }
  if (name.endsWith('.csv')) {
    return [
      lines(
        'QGIS',
        'Layer, Add Layer, Add Vector Layer: paste it as the vector dataset. Points are in EPSG:4326',
        `${inGdal(url)}${TYPED}`,
      ),
      lines('R', 'In R', `${it} <- read.csv("${url}"${what === 'adm' ? `, ${LOGICAL}` : ''})`),
      lines('Python', 'With the package pandas', 'import pandas as pd', '', `${it} = pd.read_csv("${url}")`),
      curl,
    ]
  }
  if (name.endsWith('.parquet')) {
    return [
      lines(
        'R',
        'With the package arrow',
        `download.file("${url}", "${name}", mode = "wb")`,
        `${it} <- arrow::read_parquet("${name}")`,
      ),
      lines(
        'Python',
        'With the packages pandas and pyarrow',
        'import pandas as pd',
        '',
        `${it} = pd.read_parquet("${url}")`,
      ),
      curl,
    ]
  }
  if (name.endsWith('.json')) {
    return [
      lines('R', 'With the package jsonlite', `${it} <- jsonlite::fromJSON("${url}")`),
      lines(
        'Python',
        'In Python',
        'import json, urllib.request',
        '',
        `with urllib.request.urlopen("${url}") as answer:`,
        `    ${it} = json.load(answer)`,
      ),
      curl,
    ]
  }
  return [curl]
}
