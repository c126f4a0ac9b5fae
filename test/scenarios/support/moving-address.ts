import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** An address that leads to one server and later to another, as that of a database that is always the primary. */
export class MovingAddress {
  readonly #server: Server = createServer((client) => this.#pass(client));
  readonly #open = new Set<Socket>();

  constructor(private target: string) {}

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    const url = new URL(this.target);
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** Connections that are open end. */
  move(target: string): void {
    this.target = target;
    for (const socket of this.#open) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(client: Socket): void {
    const { hostname, port } = new URL(this.target);
    const server = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        this.#open.delete(from);
      });
      from.pipe(to);
    }
  }
}
