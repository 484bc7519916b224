import { counted } from '#common/counted.ts'
export const formatLayers = (count: number): string => counted(count, 'layer')
