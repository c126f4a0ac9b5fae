/** How `pg` converts a value before it is sent; missing in its typings. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): unknown;
}
