/** After all tests: removes the temporary PostgreSQL and its folder; a configured server stays as it is. */
export default async function stopTestPostgres(): Promise<void> {
  await globalThis.stopTestPostgres?.();
}
