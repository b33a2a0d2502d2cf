import { CholeskyDecomposition, EigenvalueDecomposition, LuDecomposition, Matrix, QrDecomposition, SingularValueDecomposition, correlation, covariance, determinant, inverse, linearDependencies, pseudoInverse, solve } from "ml-matrix";

export default () => {
  const a = new Matrix([[4, 1, 2], [1, 3, 0], [2, 0, 5]]);
  const round = (matrix) => matrix.to2DArray().map((row) => row.map((value) => +value.toFixed(10)));
  const eigen = new EigenvalueDecomposition(a);
  return {
    products: [a.mmul(a).to2DArray(), a.transpose().to2DArray(), Matrix.add(a, 1).to2DArray(), a.kroneckerProduct(Matrix.eye(2)).rows, a.mpow(3).to2DArray()],
    numbers: [determinant(a), a.trace(), a.norm(), a.rank?.(), a.max(), a.minIndex(), a.sum("row"), a.mean("column"), a.variance()],
    inverse: round(inverse(a)),
    solved: round(solve(a, Matrix.columnVector([1, 2, 3]))),
    lu: [round(new LuDecomposition(a).lowerTriangularMatrix), round(new LuDecomposition(a).upperTriangularMatrix)],
    qr: round(new QrDecomposition(a).upperTriangularMatrix),
    svd: new SingularValueDecomposition(a).diagonal.map((value) => value.toFixed(10)),
    cholesky: round(new CholeskyDecomposition(a).lowerTriangularMatrix),
    eigen: [eigen.realEigenvalues.map((value) => value.toFixed(10)), eigen.imaginaryEigenvalues],
    pseudo: round(pseudoInverse(new Matrix([[1, 2], [3, 4], [5, 6]]))),
    statistics: [round(covariance([[1, 2], [3, 4], [5, 9]])), round(correlation([[1, 2], [3, 5], [5, 9]]))],
    views: [a.subMatrix(0, 1, 1, 2).to2DArray(), a.getRow(1), a.getColumn(2), a.selection([0, 2], [1]).to2DArray()],
    text: a.toString(),
    json: JSON.stringify(a.toJSON?.() ?? null),
    error: (() => { try { return a.mmul(new Matrix(2, 2)).to2DArray(); } catch (error) { return error.name; } })(),
    dependencies: round(linearDependencies(new Matrix([[2, 0, 0], [0, 1, 0], [4, 0, 0]]))),
  };
};
