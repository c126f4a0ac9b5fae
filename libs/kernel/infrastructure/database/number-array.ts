/**
 * A parameter of type `int[]`, `bigint[]` or `float8[]`: the text that PostgreSQL reads, put together at once. pg writes
 * numbers one by one, which for tens of thousands takes as long as some other requests.
 */
export function numberArray(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`;
}
