import pg from 'pg';

/** How long an answer may take. */
const PATIENCE_MS = 1_000;

/** Asks a server the same again and again, on a connection of its own that is opened anew after each failure. */
export class Looks<Row extends pg.QueryResultRow> {
  #client: pg.Client | undefined;

  constructor(
    private readonly url: string,
    private readonly question: string,
  ) {}

  /** The only row, or in words why there is none. */
  async now(): Promise<Row | string> {
    try {
      this.#client ??= await this.#connected();
      const { rows } = await this.#client.query<Row>(this.question);
      return rows[0] ?? 'it gives no answer';
    } catch (error) {
      await this.close();
      return (error as Error).message;
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #connected(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'quire replicas',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }
}
