import { z } from 'zod'

/** Values of a band are its cells × `scale` + `offset`. */
export const scaling = z.object({ scale: z.number(), offset: z.number() })

/** 'stored × 0.02 − 273.15' */
export function describeScaling({ scale, offset }: z.output<typeof scaling>): string {
  const factor = scale === 1 ? '' : ` × ${minus(scale)}`
  return `stored${factor}${offset === 0 ? '' : offset < 0 ? ` − ${-offset}` : ` + ${offset}`}`
}

const minus = (value: number) => String(value).replaceAll('-', '−')
