# Rscript cholmod.R FILE ROUNDS: reads a symmetric matrix as binary (size, entries, then rows and columns of its lower
# triangle as 32-bit integers from 1, then doubles) and prints the least seconds of CHOLMOD's numeric factor, and of its
# solves with 40 and with 500 right sides.
suppressMessages(library(Matrix))
arguments <- commandArgs(trailingOnly = TRUE)
file <- file(arguments[1], 'rb')
size <- readBin(file, integer(), 1)
entries <- readBin(file, integer(), 1)
rows <- readBin(file, integer(), entries)
columns <- readBin(file, integer(), entries)
symmetric <- sparseMatrix(rows, columns, x = readBin(file, double(), entries), dims = c(size, size), symmetric = TRUE)
factor <- Cholesky(symmetric, perm = TRUE, LDL = FALSE, super = TRUE)
seconds <- function(run) min(replicate(as.integer(arguments[2]), system.time(run())[['elapsed']]))
right <- function(count) matrix(sin(seq_len(size * count)), size)
right40 <- right(40)
right500 <- right(500)
runs <- list(
  function() update(factor, symmetric),
  function() solve(factor, right40),
  function() solve(factor, right500)
)
cat(sapply(runs, seconds))
