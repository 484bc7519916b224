/** How the methods of layers are named. */
export const METHOD_LABELS: Readonly<Record<string, string>> = {
  gp: 'Gaussian process',
  gam: 'Gaussian process with splines',
  auto: 'Automatic',
}
