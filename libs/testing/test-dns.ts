import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { decode, encode, AUTHORITATIVE_ANSWER } from 'dns-packet';

const NO_SUCH_NAME = 3;
const SERVER_FAILED = 2;

/** A DNS server on this machine that answers the TXT records that a test publishes. */
export class TestDns {
  readonly #records = new Map<string, string[]>();
  readonly #socket: Socket;
  /** The names that were looked up. */
  readonly asked: string[] = [];
  /** Whether it fails every look-up. */
  failing = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (message, { port, address }) => socket.send(this.#answer(message), port, address));
  }

  static async start(): Promise<TestDns> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new TestDns(socket);
  }

  /** As the setting QUIRE_DNS_SERVERS takes it. */
  get address(): string {
    const { address, port } = this.#socket.address() as AddressInfo;
    return `${address}:${port}`;
  }

  /** Publishes the texts of the TXT records of a name; none removes the name. */
  publish(name: string, ...texts: string[]): void {
    if (texts.length === 0) this.#records.delete(name);
    else this.#records.set(name, texts);
  }

  async stop(): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }

  #answer(message: Buffer): Buffer {
    const { id, questions = [] } = decode(message);
    const [{ name } = { name: '' }] = questions;
    this.asked.push(name);
    const texts = this.#records.get(name.toLowerCase());
    const code = this.failing ? SERVER_FAILED : texts ? 0 : NO_SUCH_NAME;
    const answers = (texts ?? []).map((text) => ({
      type: 'TXT' as const,
      name,
      ttl: 1,
      // A string of a record has at most 255 bytes; longer texts are several.
      data: text.match(/.{1,200}/g) ?? [''],
    }));
    return encode({
      type: 'response',
      id,
      flags: AUTHORITATIVE_ANSWER | code,
      questions,
      answers: this.failing ? [] : answers,
    });
  }
}
