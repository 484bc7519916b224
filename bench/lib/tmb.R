# Rscript tmb.R FOLDER: the model of tmb.cpp with the lattice and the clusters there (a file of doubles for each name)
# writes figures.json: log evidence, gradient and CPU milliseconds at each theta of `at`, and where nlminb ends from
# `start` with normal priors of sd 1 about it. Masses and stiffness are computed here, from the triangles.
suppressMessages({ library(TMB); library(Matrix) })
arguments <- commandArgs()
script <- sub('--file=', '', grep('--file=', arguments, value = TRUE))
file.copy(file.path(dirname(script), 'tmb.cpp'), folder <- tail(arguments, 1))
setwd(folder)
read <- function(name) readBin(name, double(), 1e8)
rows <- function(name, width) matrix(read(name), ncol = width, byrow = TRUE)

nodes <- rows('nodes', 2)
triangles <- rows('triangles', 3) + 1
size <- nrow(nodes)
# Linear elements: a third of each triangle's area to each node; products of the edges opposite to them.
edges <- lapply(1:3, function(k) nodes[triangles[, k %% 3 + 1], ] - nodes[triangles[, (k + 1) %% 3 + 1], ])
area <- abs(edges[[1]][, 1] * edges[[2]][, 2] - edges[[1]][, 2] * edges[[2]][, 1]) / 2
mass <- Diagonal(x = as.numeric(tapply(rep(area / 3, 3), as.vector(triangles), sum)))
pairs <- expand.grid(i = 1:3, j = 1:3)
stiffness <- sparseMatrix(
  as.vector(triangles[, pairs$i]), as.vector(triangles[, pairs$j]), dims = c(size, size),
  x = unlist(Map(function(i, j) rowSums(edges[[i]] * edges[[j]]) / (4 * area), pairs$i, pairs$j)))
general <- function(matrix) as(as(matrix, 'generalMatrix'), 'CsparseMatrix')

y <- read('numerator')
n <- length(y)
variance <- read('variance')
start <- read('start')
data <- list(
  y = y, trials = read('denominator'), x = rows('design', length(variance)),
  a = sparseMatrix(rep(seq_len(n), each = 3), read('places') + 1, x = read('weights'), dims = c(n, size)),
  mass = general(mass), stiffness = general(stiffness), bending = general(stiffness %*% solve(mass, stiffness)),
  variance = variance, curve = as.integer(read('curve')))

compile('tmb.cpp', framework = 'TMBad')
dyn.load(dynlib('tmb'))
model <- MakeADFun(
  data, list(theta = start, u = numeric(size), b = numeric(length(variance)), e = numeric(n)),
  random = c('u', 'b', 'e'), DLL = 'tmb', silent = TRUE)
cpu <- function(expression) 1000 * sum(system.time(expression, gcFirst = FALSE)[1:2])
list_of <- function(values) sprintf('[%s]', paste(formatC(values, digits = 15, format = 'g'), collapse = ', '))

model$fn(start)
model$gr(start)
at <- rows('at', length(start))
evaluations <- sapply(seq_len(nrow(at)), function(k) {
  ms <- cpu({ value <- -model$fn(at[k, ]); gradient <- -model$gr(at[k, ]) })
  sprintf('{"ms": %.1f, "theta": %s, "value": %.15g, "gradient": %s}', ms, list_of(at[k, ]), value, list_of(gradient))
})
count <- 0
ms <- cpu(found <- nlminb(
  start,
  function(theta) model$fn(theta) + sum((theta - start)^2) / 2,
  function(theta) { count <<- count + 1; as.numeric(model$gr(theta)) + theta - start },
  control = list(rel.tol = 1e-6 / abs(model$fn(start)))))
writeLines(sprintf(
  '{"evaluations": [%s], "search": {"ms": %.1f, "evaluations": %d, "theta": %s}}', paste(evaluations, collapse = ', '), ms,
  count, list_of(found$par)), 'figures.json')
