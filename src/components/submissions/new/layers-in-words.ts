import { counted } from '#contract/counted.ts'
export const layersInWords = (count: number): string => counted(count, 'layer')
