import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Passes connections on to servers by turns, leaving out those that do not take one. */
export class Balancer {
  readonly #server: Server = createServer((client) => void this.#pass(client));
  readonly #open = new Set<Socket>();
  #next = 0;

  constructor(private readonly targets: () => readonly string[]) {}

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #pass(client: Socket): Promise<void> {
    client.on('error', () => undefined);
    const targets = this.targets();
    const first = this.#next++;
    for (let at = 0; at < targets.length; at++) {
      const server = await connected(targets[(first + at) % targets.length] ?? '');
      if (!server) continue;
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#open.add(from);
        from.on('close', () => {
          to.destroy();
          this.#open.delete(from);
        });
        from.pipe(to);
      }
      return;
    }
    client.destroy();
  }
}

async function connected(url: string): Promise<Socket | undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.once('close', () => resolve(undefined));
  });
}
