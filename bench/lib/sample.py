"""The values of all bands of a raster at points: /usr/bin/python3 sample.py raster points; one value per line, point by point."""

import sys

import rasterio

raster, points = sys.argv[1:]
with open(points) as lines:
    places = [tuple(map(float, line.split())) for line in lines]
with rasterio.open(raster) as source:
    for values in source.sample(places):
        print("\n".join(repr(float(value)) for value in values))
