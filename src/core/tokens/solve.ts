/**
 * Solves a system of linear equations whose matrix is symmetric and positive definite, by Cholesky's method. Where it
 * is not, the answer is still made of numbers.
 */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const lower: number[][] = matrix.map(() => new Array<number>(size).fill(0));
  const at = (row: number, column: number): number => lower[row]?.[column] ?? 0;
  for (const [row, values] of matrix.entries()) {
    for (let column = 0; column <= row; column++) {
      let rest = values[column] ?? 0;
      for (let k = 0; k < column; k++) {
        rest -= at(row, k) * at(column, k);
      }
      const target = lower[row] ?? [];
      target[column] = row === column ? Math.sqrt(Math.max(rest, Number.EPSILON)) : rest / at(column, column);
    }
  }
  const between: number[] = [];
  for (let row = 0; row < size; row++) {
    let rest = right[row] ?? 0;
    for (let k = 0; k < row; k++) {
      rest -= at(row, k) * (between[k] ?? 0);
    }
    between.push(rest / at(row, row));
  }
  const solution = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row--) {
    let rest = between[row] ?? 0;
    for (let k = row + 1; k < size; k++) {
      rest -= at(k, row) * (solution[k] ?? 0);
    }
    solution[row] = rest / at(row, row);
  }
  return solution;
}
