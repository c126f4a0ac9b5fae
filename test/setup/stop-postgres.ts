/** After all tests: the throw-away PostgreSQL and its folder go; a server given from outside stays as it is. */
export default async function stopTestPostgres(): Promise<void> {
  await globalThis.stopTestPostgres?.();
}
