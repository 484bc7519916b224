import { counted } from '#common/counted.ts'
export const layersInWords = (count: number): string => counted(count, 'layer')
