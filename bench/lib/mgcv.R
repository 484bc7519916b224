# Rscript mgcv.R FOLDER: reads clusters.csv and cells.csv there, writes fitted.csv, the prevalence at the cells, with
# linear effects in the first column and splines in the second.
suppressMessages(library(mgcv))
folder <- commandArgs(trailingOnly = TRUE)[1]
clusters <- read.csv(file.path(folder, 'clusters.csv'))
cells <- read.csv(file.path(folder, 'cells.csv'))
k <- min(60, floor(nrow(unique(clusters[c('x', 'y')])) / 3))
fitted <- function(formula) {
  fit <- gam(formula, family = quasibinomial, data = clusters, method = 'REML')
  predict(fit, cells, type = 'response')
}
lines <- fitted(cbind(yes, n - yes) ~ relief + log(remoteness) + s(x, y, bs = 'gp', m = c(3), k = k))
curves <- fitted(cbind(yes, n - yes) ~ s(relief) + s(log(remoteness)) + s(x, y, bs = 'gp', m = c(3), k = k))
text <- function(values) format(values, digits = 12, trim = TRUE)
writeLines(paste(text(lines), text(curves), sep = ','), file.path(folder, 'fitted.csv'))
