"""Figures of the sample's units by intersecting each cell with each outline, with shapely 2 and GDAL's command line:
python3 tests/raster/zonal/shapely-reference.py > tests/raster/zonal/shapely-reference.json
Quantiles are exactextract's: linear between s = i w + (n - 1) (sum of the weights before)."""

import json
import subprocess
import tempfile

import numpy as np
import shapely
from shapely.geometry import shape

SAMPLE = "samples/nigeria"
SHARES = [0.05, 0.25, 0.5, 0.75, 0.95]


def read(path):
    info = json.loads(subprocess.check_output(["gdalinfo", "-json", path]))
    west, cell, _, north, _, down = info["geoTransform"]
    with tempfile.NamedTemporaryFile() as raw:
        subprocess.check_call(["gdal_translate", "-q", "-of", "ENVI", "-ot", "Float64", path, raw.name])
        values = np.fromfile(raw.name).reshape(info["size"][::-1])
    values[values == info["bands"][0].get("noDataValue")] = np.nan
    return values, west, north, cell, -down


def figures(outline, values, west, north, width, height):
    left, bottom, right, top = outline.bounds
    columns = np.arange(max(0, int((left - west) / width)), min(values.shape[1], int((right - west) / width) + 1))
    rows = np.arange(max(0, int((north - top) / height)), min(values.shape[0], int((north - bottom) / height) + 1))
    column, row = np.meshgrid(columns, rows)
    cells = shapely.box(
        west + column * width, north - (row + 1) * height, west + (column + 1) * width, north - row * height
    )
    weights = shapely.area(shapely.intersection(cells, outline)) / (width * height)
    own = values[row, column]
    use = np.isfinite(own) & (weights > 1e-9)
    own, weights = own[use], weights[use]
    weights[weights > 1 - 1e-9] = 1
    order = np.lexsort((-weights, own))
    x, w = own[order], weights[order]
    positions = np.arange(len(x)) * w + (len(x) - 1) * np.concatenate([[0], np.cumsum(w)[:-1]])
    quantiles = np.interp(np.array(SHARES) * w.sum() * (len(x) - 1), positions, x)
    return [w.sum(), (w * x).sum(), x.min(), x.max(), *quantiles]


features = json.load(open(f"{SAMPLE}/adm1.geojson"))["features"]
outlines = [shape(feature["geometry"]) for feature in features]
result = {
    band: [[float(f"{one:.12g}") for one in figures(outline, *read(f"{SAMPLE}/nga_{band}.tif"))] for outline in outlines]
    for band in ["population", "elevation"]
}
print(json.dumps(result))
