// Counts y of `trials` with logits A·u + X·b + e: a surface's weights u with precision Q, coefficients b and cluster
// effects e; theta = log(sd, range, cluster sd, sds of curves).
#include <TMB.hpp>

template <class Type>
Type objective_function<Type>::operator()() {
  DATA_VECTOR(y);
  DATA_VECTOR(trials);
  DATA_MATRIX(x);
  DATA_SPARSE_MATRIX(a);
  DATA_SPARSE_MATRIX(mass);
  DATA_SPARSE_MATRIX(stiffness);
  DATA_SPARSE_MATRIX(bending);
  DATA_VECTOR(variance); // of each coefficient, unless it belongs to a curve
  DATA_IVECTOR(curve);   // where its log sd is in theta, 0 for none
  PARAMETER_VECTOR(theta);
  PARAMETER_VECTOR(u);
  PARAMETER_VECTOR(b);
  PARAMETER_VECTOR(e);

  Type kappa2 = Type(8) * exp(-2 * theta(1));
  Type scale = exp(-2 * theta(0)) / (4 * M_PI);
  Eigen::SparseMatrix<Type> q = mass * (scale * kappa2) + stiffness * (2 * scale) + bending * (scale / kappa2);
  Type nll = density::GMRF(q)(u);
  for (int c = 0; c < b.size(); c++) {
    nll -= dnorm(b(c), Type(0), curve(c) > 0 ? exp(theta(curve(c))) : sqrt(variance(c)), true);
  }
  nll -= dnorm(e, Type(0), exp(theta(2)), true).sum();
  vector<Type> eta = a * u + x * b + e;
  return nll - dbinom_robust(y, trials, eta, true).sum();
}
