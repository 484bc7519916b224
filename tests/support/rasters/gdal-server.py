"""
Runs GDAL's programs in one process, because each start of one takes longer than its work on a small raster. Reads and
answers one line of JSON per run; files come last among the arguments.
"""
import json
import os
import sys

from osgeo import gdal

gdal.UseExceptions()


def run(program, args, cwd, settings):
    os.chdir(cwd)
    options, open_options = [], []
    rest = iter(args)
    for arg in rest:
        if arg == "--config":
            settings[next(rest)] = next(rest)
        elif arg == "-oo":
            open_options.append(next(rest))
        # Both are what the library does.
        elif arg not in ("-q", "-overwrite"):
            options.append(arg)
    for name, value in settings.items():
        gdal.SetConfigOption(name, value)
    try:
        target = options.pop() if program != "gdalinfo" else None
        source = gdal.OpenEx(options.pop(), gdal.OF_RASTER, open_options=open_options)
        if program == "gdalinfo":
            return gdal.Info(source, options=options, deserialize=False)
        write = {"gdal_translate": gdal.Translate, "gdalwarp": gdal.Warp}[program]
        write(target, source, options=options)
        return ""
    finally:
        for name in settings:
            gdal.SetConfigOption(name, None)


for line in sys.stdin:
    try:
        answer = {"output": run(**json.loads(line))}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
