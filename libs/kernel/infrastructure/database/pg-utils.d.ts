/** What `pg` does with a value before it is sent; its typings leave it out. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): unknown;
}
