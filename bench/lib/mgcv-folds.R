# Rscript mgcv-folds.R FOLDER: reads clusters.csv (x, y in km, yes, n, a column fold… for each partition, covariates) and
# writes held-out.csv: for each partition, and for lines and then splines of the covariates, the mean and the standard
# deviation of each held-out cluster's logit, with a Gaussian process of the coordinates and a random effect of clusters.
# Smoothing parameters come from all clusters, which favours these predictions and takes minutes less.
suppressMessages(library(mgcv))
folder <- commandArgs(trailingOnly = TRUE)[1]
clusters <- read.csv(file.path(folder, 'clusters.csv'))
clusters$cluster <- factor(seq_len(nrow(clusters)))
partitions <- grep('^fold', names(clusters), value = TRUE)
covariates <- setdiff(names(clusters), c('x', 'y', 'yes', 'n', 'cluster', partitions))
# Two rows of a cluster have the same likelihood as one; gam wants more rows than coefficients.
half <- transform(clusters, n = floor(n / 2), yes = pmin(yes, floor(n / 2)))
rows <- rbind(half, transform(clusters, n = n - half$n, yes = yes - half$yes))
rows <- rows[rows$n > 0, ]
k <- min(60, floor(nrow(clusters) / 3))
held_out <- function(terms) {
  formula <- reformulate(
    c(terms, sprintf('s(x, y, bs = "gp", m = 3, k = %d)', k), 's(cluster, bs = "re")'), quote(cbind(yes, n - yes)))
  smoothing <- gam(formula, family = binomial, data = rows, method = 'REML')$sp
  variance <- 1 / smoothing[['s(cluster)']]
  lapply(partitions, function(partition) {
    result <- matrix(NA, nrow(clusters), 2)
    for (fold in unique(clusters[[partition]])) {
      test <- clusters[[partition]] == fold
      rows$kept <- as.numeric(rows[[partition]] != fold)
      fit <- gam(formula, family = binomial, data = rows, weights = kept, sp = smoothing)
      at <- predict(fit, clusters[test, ], se.fit = TRUE, exclude = 's(cluster)')
      result[test, ] <- cbind(at$fit, sqrt(at$se.fit^2 + variance))
    }
    result
  })
}
lines <- held_out(covariates)
curves <- held_out(sprintf('s(%s)', covariates))
columns <- do.call(cbind, Map(cbind, lines, curves))
write.table(format(columns, digits = 12), file.path(folder, 'held-out.csv'), sep = ',', quote = FALSE, row.names = FALSE,
  col.names = FALSE)
