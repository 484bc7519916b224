export const OUT_OF_MEMORY =
  'Out of memory: this layer needs more than the worker has; ask for fewer draws, a smaller collection or a coarser grid.'
