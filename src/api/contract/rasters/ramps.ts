export const RAMPS = ['viridis', 'cividis', 'magma', 'ylgnbu'] as const
