import pg from 'pg';
import { newId } from '../../domain/id.js';
import { SerialStatements } from './serial-statements.js';

type Listener = (payload: string) => void;

const RECONNECT_AFTER_MS = 1_000;
/** How often a notice of its own is sent. */
const BEAT_MS = 500;
/** Without one for so long, others may have been missed: what follows from notices does not count. */
export const TRUSTED_FOR_MS = 2_000;
/** Without one for so long, the connection counts as lost. */
const LOST_AFTER_MS = 15_000;

const listenTo = (channel: string): string => `listen ${pg.escapeIdentifier(channel)}`;

/**
 * Receives notifications of other processes through PostgreSQL's LISTEN/NOTIFY, on a connection of its own, which no
 * pooler may share. Notifications may be missed while the connection is down: `onGap` reports this, and code that relies
 * on notifications must then check for itself.
 *
 * PostgreSQL delivers notifications in the order of the commits. A process that hears a notice of its own has heard all
 * that were committed before it was sent, so what is kept until a notice is at most `TRUSTED_FOR_MS` older than the
 * database.
 */
export class Notifications {
  readonly #own = `quire_heard_${newId()}`;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #gaps: (() => void)[] = [];
  readonly #opened: ((client: pg.Client) => Promise<void>)[] = [];
  /** While the connection is open, and all channels are listened to. */
  #statements: SerialStatements | undefined;
  #closed = false;
  /** When the last heard notice of its own was sent. */
  #heardOf = -Infinity;
  #beating: NodeJS.Timeout | undefined;

  constructor(
    private readonly url: string,
    private readonly warn: (message: string) => void,
  ) {}

  /** Whether all notices of the last seconds were heard: what is kept until a notice may be used. */
  get heard(): boolean {
    return this.#statements !== undefined && performance.now() - this.#heardOf < TRUSTED_FOR_MS;
  }

  on(channel: string, listener: Listener): void {
    const heard = this.#listeners.get(channel);
    this.#listeners.set(channel, [...(heard ?? []), listener]);
    // LISTEN is sent once per connection and channel: with the first listener, or when the connection opens.
    if (!heard && this.#statements) void this.#listen(this.#statements, channel).catch(() => undefined);
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
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.#own) this.#heardOf = Number(payload);
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload);
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('connection ended')));
    try {
      await client.connect();
      await this.#use(new SerialStatements(client));
    } catch (error) {
      // It would last as long as the process, with the locks of who uses it.
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#beating);
    const statements = this.#statements;
    this.#statements = undefined;
    await statements?.client.end();
  }

  async #use(statements: SerialStatements): Promise<void> {
    await statements.send(listenTo(this.#own));
    for (const listener of this.#opened) await listener(statements.client);
    await this.#beat(statements);
    // Those that are added meanwhile are among the keys as well.
    for (const channel of this.#listeners.keys()) await statements.send(listenTo(channel));
    if (this.#closed) throw new Error('it was closed while it connected');
    this.#statements = statements;
    this.#beating ??= setInterval(() => this.#next(), BEAT_MS).unref();
    this.#notifyGap();
  }

  /** Until it listens, notifications of this channel are missed as they are while the connection is down. */
  async #listen(statements: SerialStatements, channel: string): Promise<void> {
    await statements.send(listenTo(channel));
    this.#notifyGap();
  }

  async #beat(statements: SerialStatements): Promise<void> {
    await statements.send('select pg_notify($1, $2)', [this.#own, String(performance.now())]);
  }

  #next(): void {
    const statements = this.#statements;
    if (!statements) return;
    if (performance.now() - this.#heardOf > LOST_AFTER_MS) {
      const { client } = statements;
      this.#lost(client, new Error('nothing is heard on it'));
      void client.end().catch(() => undefined);
    } else if (!statements.busy) void this.#beat(statements).catch(() => undefined);
  }

  #notifyGap(): void {
    for (const gap of this.#gaps) gap();
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#statements?.client !== client || this.#closed) return;
    this.#statements = undefined;
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
