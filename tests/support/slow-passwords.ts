const PARTS = ['@4a0o5s', 'passw0rd', '1!|l7', 'p4$$w0rd', '13371337', 's5$z2', 'il1!|']

/** Twelve passwords of 128 look-alike characters, which take a strength estimator longest. */
export const SLOW_TO_ESTIMATE = Array.from({ length: 12 }, (_, n) =>
  Array.from({ length: 30 }, (_part, i) => PARTS[(i * n + (i >> 1)) % PARTS.length])
    .join('')
    .slice(0, 128),
)
