# Rscript mgcv.R FOLDER: reads clusters.csv and cells.csv there, writes fitted.csv, the prevalence at the cells.
suppressMessages(library(mgcv))
folder <- commandArgs(trailingOnly = TRUE)[1]
clusters <- read.csv(file.path(folder, 'clusters.csv'))
cells <- read.csv(file.path(folder, 'cells.csv'))
k <- min(60, floor(nrow(unique(clusters[c('x', 'y')])) / 3))
fit <- gam(cbind(yes, n - yes) ~ relief + log(remoteness) + s(x, y, bs = 'gp', m = c(3), k = k),
           family = quasibinomial, data = clusters, method = 'REML')
writeLines(format(predict(fit, cells, type = 'response'), digits = 12, trim = TRUE),
           file.path(folder, 'fitted.csv'))
