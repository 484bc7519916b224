# Rscript cholmod.R FILE ROUNDS: reads a symmetric matrix as binary (size, entries, then rows and columns of its lower
# triangle as 32-bit integers from 1, then doubles) and prints the least seconds of CHOLMOD's numeric factor.
suppressMessages(library(Matrix))
arguments <- commandArgs(trailingOnly = TRUE)
file <- file(arguments[1], 'rb')
size <- readBin(file, integer(), 1)
entries <- readBin(file, integer(), 1)
rows <- readBin(file, integer(), entries)
columns <- readBin(file, integer(), entries)
matrix <- sparseMatrix(rows, columns, x = readBin(file, double(), entries), dims = c(size, size), symmetric = TRUE)
factor <- Cholesky(matrix, perm = TRUE, LDL = FALSE, super = TRUE)
seconds <- function() system.time(update(factor, matrix))[['elapsed']]
cat(min(replicate(as.integer(arguments[2]), seconds())))
