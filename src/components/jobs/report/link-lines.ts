type Tool = 'QGIS' | 'R' | 'Python' | 'curl'
interface Lines {
  tool: Tool
  /** The environment in which a snippet runs. */
  help: string
  text: string
}

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
      lines('QGIS', 'Layer, Add Layer, Add Raster Layer: paste it as the raster dataset', `/vsicurl/${url}`),
      lines(
        'R',
        'With the package terra',
        'library(terra)',
        `${it} <- rast("/vsicurl/${url}"${band === 1 ? '' : `, lyrs = ${band}`})`,
      ),
      lines(
        'Python',
        'With the package rasterio',
        'import rasterio',
        '',
        `with rasterio.open("${url}") as src:`,
        `    ${it} = src.read(${band}, masked=True)`,
      ),
      curl,
    ]
  }
  if (name.endsWith('.csv')) {
    return [
      lines('QGIS', 'Layer, Add Layer, Add Vector Layer: paste it as the vector dataset', `/vsicurl/${url}`),
      lines('R', 'In R', `${it} <- read.csv("${url}")`),
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
