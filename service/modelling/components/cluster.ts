import { logNormalPrior } from './component.ts'

/** Prior median of the cluster effect's sd. */
export const PRIOR_CLUSTER_SD = 0.3

/** The sd of what clusters differ by beyond everything else, independent for each. */
export const clusterParameters = () => [logNormalPrior(PRIOR_CLUSTER_SD)]
