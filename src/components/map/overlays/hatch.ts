const SIZE = 8

/** A tile of thin diagonal lines as RGBA bytes, for places without a value. `colour` is any CSS colour. */
export function hatchImage(colour: string): { width: number; height: number; data: Uint8ClampedArray } {
  const [red, green, blue] = toRgb(colour)
  const data = new Uint8ClampedArray(SIZE * SIZE * 4)
  for (let row = 0; row < SIZE; row++) {
    for (let column = 0; column < SIZE; column++) {
      if ((row + column) % SIZE !== 0) continue
      data.set([red, green, blue, 150], (row * SIZE + column) * 4)
    }
  }
  return { width: SIZE, height: SIZE, data }
}

/** The same over colours: a dark line beside a light one, so that it is visible on the whole of a ramp. */
export function uncertainImage(): ReturnType<typeof hatchImage> {
  const data = new Uint8ClampedArray(SIZE * SIZE * 4)
  for (let row = 0; row < SIZE; row++) {
    for (let column = 0; column < SIZE; column++) {
      const place = (row + column) % SIZE
      if (place > 1) continue
      const grey = place === 0 ? 0 : 255
      data.set([grey, grey, grey, 190], (row * SIZE + column) * 4)
    }
  }
  return { width: SIZE, height: SIZE, data }
}

function toRgb(colour: string): [number, number, number] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) return [128, 128, 128]
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}
