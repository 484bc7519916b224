import { areaBounds } from '../../geometry/point-in-polygon.ts'
import { ModelError } from '../../modelling/model-error.ts'
import type { AdminUnits } from '../../modelling/units/admin-types.ts'
import { mainUnits } from '../../raster/grids/cell-shares.ts'
import { rasterise } from '../../raster/grids/rasterise.ts'
import { adminIndex, unitsOfPoints } from '../jobs/run-layer/admin-index.ts'
import type { LayerTask } from '../jobs/run-layer/layer-task.ts'
import type { ReadLayer } from '../jobs/run-layer/read-layer.ts'
import type { AggregateTask, OtherOutlines } from './aggregate-task.ts'

type Named = LayerTask['admin']

/** The units of the task's outlines, unions in the place of their parts, with the cells and clusters of each. */
export function indexUnits(
  { layer, outlines, unions }: AggregateTask,
  read: ReadLayer,
): { names: Named; levels: AdminUnits[] } {
  const names: Named = outlines
    ? [{ place_type: `adm${outlines.level}`, version: '', level: outlines.level, units: outlines.units }]
    : layer.admin
  const levels = outlines ? [indexOf(outlines, names, read)] : read.input.admin
  if (unions.length === 0) return { names, levels }
  const all = new Set(names.flatMap(({ units }) => units.map(({ code }) => code)))
  const codes = unions.flatMap((union) => union.codes)
  const missing = codes.find((code) => !all.has(code))
  if (missing !== undefined) throw new ModelError(`There is no unit '${missing}' among these outlines.`)
  const double = codes.find((code, i) => codes.indexOf(code) !== i)
  if (double !== undefined) throw new ModelError(`The unit '${double}' is in two unions.`)
  const joined = names.map((level, i) => join(level, levels[i], unions))
  return { names: joined.map(({ level }) => level), levels: joined.map(({ index }) => index) }
}

/**
 * Of outlines that cover only a part of the country, units have the cells and clusters inside; one that contains no
 * cell's centre has the cells that it covers in part.
 */
function indexOf(outlines: OtherOutlines, names: Named, { grid, cells, input }: ReadLayer): AdminUnits {
  const { clusters } = input
  if (outlines.isWhole) return adminIndex(names, grid, cells, clusters)[0]
  const { units, level } = outlines
  const areas = units.map(({ area }) => area)
  const raster = rasterise(grid, areas)
  const cellUnit = cells.index.map((cell) => raster[cell])
  const seen = new Set(cellUnit)
  areas.forEach((area, unit) => {
    if (seen.has(unit)) return
    const [west, south, east, north] = areaBounds(area)
    const [width, height] = [Math.abs(grid.affine[0]), Math.abs(grid.affine[4])]
    const near = [...cellUnit.keys()].filter(
      (i) =>
        cellUnit[i] < 0 &&
        cells.longitude[i] > west - width &&
        cells.longitude[i] < east + width &&
        cells.latitude[i] > south - height &&
        cells.latitude[i] < north + height,
    )
    const inPart = mainUnits(
      grid,
      [area],
      near.map((i) => cells.index[i]),
    )
    near.forEach((i, at) => {
      if (inPart[at] === 0) cellUnit[i] = unit
    })
  })
  return {
    level,
    unitCount: units.length,
    cellUnit,
    clusterUnit: unitsOfPoints(units, clusters.longitude, clusters.latitude, 0),
  }
}

/** A level with unions before the units that are in none; codes of unions are their names. */
function join(level: Named[number], index: AdminUnits, unions: AggregateTask['unions']) {
  const { units } = level
  const unionOf = new Map(unions.flatMap(({ codes }, union) => codes.map((code) => [code, union])))
  const here = unions.filter(({ codes }) => units.some(({ code }) => codes.includes(code)))
  const rest = units.filter(({ code }) => !unionOf.has(code))
  const places = units.map((unit) => {
    const union = unionOf.get(unit.code)
    return union === undefined ? here.length + rest.indexOf(unit) : here.indexOf(unions[union])
  })
  const moved = (of: Int32Array) => of.map((unit) => (unit < 0 ? -1 : places[unit]))
  const joined = here.map(({ name }, i) => ({ code: name, name, area: units[places.indexOf(i)].area }))
  return {
    level: { ...level, units: [...joined, ...rest] },
    index: {
      ...index,
      unitCount: here.length + rest.length,
      cellUnit: moved(index.cellUnit),
      clusterUnit: moved(index.clusterUnit),
    },
  }
}
