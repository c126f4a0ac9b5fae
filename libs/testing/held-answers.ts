import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * Between a process and its database: while it holds them, no answers pass on connections that have asked for something,
 * as on a network that loses them.
 */
export class HeldAnswers {
  readonly #marked = new Map<Socket, Socket>();
  readonly #all = new Set<Socket>();
  #holds = false;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
    private readonly asked: string,
  ) {}

  /** `asked`: what a connection has sent whose answers are held. */
  static async before(databaseUrl: string, asked: string): Promise<HeldAnswers> {
    const server = createServer((client) => held.#pass(client));
    const held = new HeldAnswers(server, new URL(databaseUrl), asked);
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

  /** How many such connections there are. */
  get connections(): number {
    return this.#marked.size;
  }

  hold(): void {
    this.#holds = true;
    for (const database of this.#marked.values()) database.pause();
  }

  /** What was held arrives late. */
  release(): void {
    this.#holds = false;
    for (const database of this.#marked.values()) database.resume();
  }

  /** Loses those connections. */
  cut(): void {
    for (const client of this.#marked.keys()) client.destroy();
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
      if (bytes.includes(this.asked)) {
        this.#marked.set(client, database);
        if (this.#holds) database.pause();
      }
      database.write(bytes);
    });
    database.on('data', (bytes: Buffer) => client.write(bytes));
    client.on('close', () => {
      this.#marked.delete(client);
      database.destroy();
    });
    database.on('close', () => client.destroy());
  }
}
