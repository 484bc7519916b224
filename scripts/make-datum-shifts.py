"""Shifts to WGS 84 of the codes in epsg-index, and positions to check them: /usr/bin/python3 scripts/make-datum-shifts.py

Writes service/raster/systems/datum-shifts.json, which `npm run format` then lays out, and tests/fixtures/raster/positions-of-codes.csv,
in minutes; codes of other celestial bodies are printed and left out. Both come from PROJ 9.1.1 without
grid files (Debian 12: apt-get install python3-pyproj python3-numpy proj-data), which reads them in its proj.db: the EPSG
dataset 10.076 (© IOGP, free to use with attribution) and Esri's. For each code, PROJ says which operation it uses at the
centre of the area of use; of several Helmert operations in a row, Molodensky-Badekas and offsets in degrees, seven parameters are fitted.
"""
import json, os, re, tempfile
from multiprocessing import Pool

PROJ_DATA = "/usr/share/proj"
os.environ["PROJ_NETWORK"] = "OFF"
ONLY_DATABASE = tempfile.mkdtemp()
os.symlink(f"{PROJ_DATA}/proj.db", f"{ONLY_DATABASE}/proj.db")

import numpy as np
import pyproj
from pyproj import CRS, Transformer
from pyproj.transformer import TransformerGroup

pyproj.datadir.set_data_dir(ONLY_DATABASE)

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHIFTS = f"{ROOT}/service/raster/datum-shifts.json"
POSITIONS = f"{ROOT}/tests/fixtures/raster/positions-of-codes.csv"
ARC_SECONDS = 180 * 3600 / np.pi
NAMELESS = re.compile(r"unknown|not.specified|unspecified|sphere|unnamed", re.I)


def system(code):
    for authority in ("EPSG", "ESRI"):
        try:
            return CRS.from_authority(authority, code)
        except pyproj.exceptions.CRSError:
            pass
    return None


def fields(step):
    return dict(re.findall(r"(\w+)=(\S+)", step))


def from_helmert(step):
    """x, y, z in metres, rotations in arc-seconds as a position vector, scale in parts per million."""
    given = fields(step)
    sign = -1 if given.get("convention") == "coordinate_frame" else 1
    numbers = [float(given.get(name, 0)) for name in ("x", "y", "z", "rx", "ry", "rz", "s")]
    numbers[3:6] = [sign * one + 0.0 for one in numbers[3:6]]
    if not step.startswith("inv "):
        numbers = [-one + 0.0 for one in numbers]
    return numbers if any(numbers[3:]) else numbers[:3]


def geocentric(lon, lat, height, a, es):
    lon, lat = np.radians(lon), np.radians(lat)
    n = a / np.sqrt(1 - es * np.sin(lat) ** 2)
    return np.stack([(n + height) * np.cos(lat) * np.cos(lon), (n + height) * np.cos(lat) * np.sin(lon), (n * (1 - es) + height) * np.sin(lat)], 1)


def fitted(crs, definition, area):
    """The seven parameters that come nearest to an operation over the area of use."""
    west, south, east, north = area
    lon, lat = (grid.ravel() for grid in np.meshgrid(np.linspace(west, east, 7), np.linspace(south, north, 7)))
    spatial = definition.replace("step proj=push v_3 ", "").replace("step proj=pop v_3 ", "").replace("step proj=pop v_3", "")
    x, y, height = Transformer.from_pipeline(spatial).transform(lon, lat, np.zeros(lon.size))
    base = crs.geodetic_crs
    there = Transformer.from_crs(crs, base, always_xy=True).transform(x, y)
    a = base.ellipsoid.semi_major_metre
    es = 1 - (base.ellipsoid.semi_minor_metre / a) ** 2
    old = geocentric(there[0] + base.prime_meridian.longitude, there[1], height, a, es)
    new = geocentric(lon, lat, np.zeros(lon.size), 6378137.0, 0.0066943799901413165)
    ok = np.isfinite(old).all(1)
    old, new = old[ok], new[ok]
    rows = []
    for X, Y, Z in old:
        rows += [[1, 0, 0, 0, Z, -Y, X], [0, 1, 0, -Z, 0, X, Y], [0, 0, 1, Y, -X, 0, Z]]
    scale = np.array([1, 1, 1, 1e-6, 1e-6, 1e-6, 1e-6])
    found, *_ = np.linalg.lstsq(np.array(rows) * scale, (new - old).ravel(), rcond=None)
    found = found * scale
    found[3:6] *= ARC_SECONDS
    found[6] *= 1e6
    return [float(f"{one:.9g}") for one in found]


def shift_of(crs, description, definition, area):
    """A list; None without a datum (longitude and latitude are kept); 'unknown' where being far off is likely."""
    ellipsoid = crs.geodetic_crs.ellipsoid
    like_wgs84 = ellipsoid.semi_major_metre == 6378137 and abs(ellipsoid.inverse_flattening - 298.2572) < 1e-3
    steps = [step.strip() for step in definition.split("step ")]
    helmerts = [step for step in steps if "proj=helmert" in step]
    if "Ballpark" in description or "Null" in description:
        datum = crs.geodetic_crs.datum.name
        if like_wgs84:
            return [0, 0, 0]
        return None if NAMELESS.search(datum) or ellipsoid.inverse_flattening == 0 else "unknown"
    if re.search(r"gridshift|molodensky|deformation", definition):
        return "unknown"
    fits = re.search(r"molobadekas|geogoffset|inv proj=longlat \S+ pm=[\d-]", definition)
    if fits or len(helmerts) > 1 or any("exact" in step or " dx=" in step for step in helmerts):
        return fitted(crs, definition, area)
    if helmerts:
        return from_helmert(helmerts[0])
    return [0, 0, 0] if like_wgs84 or "proj=cart" in definition else None


# epsg-index gives another scale and false northing.
WRONG = {102216}


def describe(code):
    try:
        return described(code)
    except pyproj.exceptions.ProjError as error:
        print(code, error)
        return None


def described(code):
    crs = system(code)
    if code in WRONG or crs is None or crs.is_geocentric or crs.geodetic_crs is None:
        return None
    area = box(crs.area_of_use)
    transformer = Transformer.from_crs(4326, crs, always_xy=True)
    lon, lat = middle(area)
    x, y = transformer.transform(lon, lat)
    if not (np.isfinite(x) and np.isfinite(y)):
        return None
    try:
        used = transformer.get_last_used_operation()
    except pyproj.exceptions.ProjError:
        used = transformer
    shift = shift_of(crs, used.description, used.definition, area)
    if shift == "unknown":
        # The datum has operations elsewhere in the area of use.
        for other in TransformerGroup(4326, crs, always_xy=True).transformers:
            shift = shift_of(crs, other.description, other.definition, area)
            if shift != "unknown":
                used = other
                theirs = box(other.area_of_use)
                lon, lat = middle([max(area[0], theirs[0]), max(area[1], theirs[1]), min(area[2], theirs[2]), min(area[3], theirs[3])])
                x, y = other.transform(lon, lat)
                break
    unit = crs.axis_info[0].unit_name
    if shift == "unknown" or (crs.is_geographic and unit != "degree"):
        return None
    return {"code": code, "shift": shift, "accuracy": used.accuracy, "at": [lon, lat, x, y]}


def box(area):
    """West, south, east, north; east is above 180 for an area across 180°."""
    if area is None:
        return [-10, -10, 10, 10]
    return [area.west, area.south, area.east + (360 if area.east < area.west else 0), area.north]


def middle(area):
    lon = (area[0] + area[2]) / 2
    return round((lon + 180) % 360 - 180, 4), round((area[1] + area[3]) / 2, 4)


def by_shift(found, codes):
    """Codes by shift and accuracy; of neighbours in the list of all codes, the first and the last."""
    place = {code: i for i, code in enumerate(codes)}
    grouped = {}
    for one in found:
        shift = "" if one["shift"] is None else ",".join(f"{number + 0.0:.10g}" for number in one["shift"])
        accuracy = one["accuracy"] if one["accuracy"] > 0 else None
        ranges = grouped.setdefault((shift, accuracy), [])
        if ranges and place[ranges[-1][1]] == place[one["code"]] - 1:
            ranges[-1][1] = one["code"]
        else:
            ranges.append([one["code"], one["code"]])
    return [
        {"shift": shift, "accuracy": accuracy, "codes": [first if first == last else [first, last] for first, last in ranges]}
        for (shift, accuracy), ranges in grouped.items()
    ]


def row(one):
    lon, lat, x, y = one["at"]
    digits = 9 if abs(x) <= 400 and abs(y) <= 400 else 3
    return f"{one['code']},{lon:g},{lat:g},{x:.{digits}f},{y:.{digits}f}\n"


if __name__ == "__main__":
    index = json.load(open(f"{ROOT}/node_modules/epsg-index/all.json"))
    kinds = ("CRS-PROJCRS", "CRS-GEOGCRS", "CRS-GEOG3DCRS", "CRS-COMPOUNDCRS")
    codes = sorted(int(one["code"]) for one in index.values() if one["proj4"] and one["kind"] in kinds)
    with Pool(2) as pool:
        found = [one for one in pool.imap(describe, codes, chunksize=20) if one]
    with open(SHIFTS, "w") as out:
        out.write("[\n" + ",\n".join("  " + json.dumps(one) for one in by_shift(found, codes)) + "\n]\n")
    with open(POSITIONS, "w") as out:
        out.write("code,lon,lat,x,y\n")
        out.writelines(row(one) for one in found)
