import pg from 'pg';

type Listener = (payload: string) => void;

const RECONNECT_AFTER_MS = 1_000;

const listenTo = (channel: string): string => `listen ${pg.escapeIdentifier(channel)}`;

/**
 * Receives notifications of other processes through PostgreSQL's LISTEN/NOTIFY, on a connection of its own (LISTEN does
 * not work through a pool in transaction mode). Notifications may be missed while the connection is down: `onGap`
 * reports this, and code that relies on notifications must then check for itself.
 */
export class Notifications {
  readonly #listeners = new Map<string, Listener[]>();
  readonly #gaps: (() => void)[] = [];
  readonly #opened: ((client: pg.Client) => Promise<void>)[] = [];
  #client: pg.Client | undefined;
  #closed = false;

  constructor(
    private readonly url: string,
    private readonly warn: (message: string) => void,
  ) {}

  /** Whether notifications arrive now. */
  get connected(): boolean {
    return this.#client !== undefined;
  }

  on(channel: string, listener: Listener): void {
    const heard = this.#listeners.get(channel);
    this.#listeners.set(channel, [...(heard ?? []), listener]);
    // LISTEN is sent once per connection and channel: with the first listener, or when the connection opens.
    if (!heard && this.#client) void this.#listen(this.#client, channel).catch(() => undefined);
  }

  /** Adds a listener for when notifications may have been missed. */
  onGap(listener: () => void): void {
    this.#gaps.push(listener);
  }

  /** Adds a listener for each new connection: for what must last as long as the connection does. */
  onOpen(listener: (client: pg.Client) => Promise<void>): void {
    this.#opened.push(listener);
  }

  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'quire notifications',
      keepAlive: true,
    });
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload ?? '');
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('connection ended')));
    await client.connect();
    for (const channel of this.#listeners.keys()) await client.query(listenTo(channel));
    for (const listener of this.#opened) await listener(client);
    this.#client = client;
    this.#notifyGap();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  /** Until it listens, notifications of this channel are missed as they are while the connection is down. */
  async #listen(client: pg.Client, channel: string): Promise<void> {
    await client.query(listenTo(channel));
    this.#notifyGap();
  }

  #notifyGap(): void {
    for (const gap of this.#gaps) gap();
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = undefined;
    this.#notifyGap();
    this.warn(`The connection that hears notices was lost (${error.message}); trying again.`);
    this.#reconnect();
  }

  #reconnect(): void {
    setTimeout(() => {
      if (!this.#closed) this.open().catch(() => this.#reconnect());
    }, RECONNECT_AFTER_MS).unref();
  }
}
