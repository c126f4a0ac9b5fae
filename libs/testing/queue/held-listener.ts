import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const LISTEN = 'LISTEN "jobs:insert"';

/** Between a process and its database: no answer passes on a connection that asked to hear of new jobs. */
export class HeldListener {
  readonly #held = new Set<Socket>();
  readonly #all = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  static async before(databaseUrl: string): Promise<HeldListener> {
    const target = new URL(databaseUrl);
    const server = createServer((client) => held.#pass(client));
    const held = new HeldListener(server, target);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return held;
  }

  /** The URL of the database through it. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** How many connections wait for such an answer. */
  get waiting(): number {
    return this.#held.size;
  }

  /** Loses those connections. */
  cut(): void {
    for (const client of this.#held) client.destroy();
  }

  end(): void {
    for (const socket of this.#all) socket.destroy();
    this.server.close();
  }

  #pass(client: Socket): void {
    const database = connect(Number(this.target.port), this.target.hostname);
    for (const socket of [client, database]) {
      this.#all.add(socket);
      socket.on('error', () => socket.destroy());
    }
    client.on('data', (bytes: Buffer) => {
      if (bytes.includes(LISTEN)) this.#held.add(client);
      database.write(bytes);
    });
    database.on('data', (bytes: Buffer) => {
      if (!this.#held.has(client)) client.write(bytes);
    });
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
  }
}
