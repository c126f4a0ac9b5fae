import { connect } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';
/** Behind the last part of an answer that comes in parts. No JSON has it inside: it has no such line ends. */
const END_OF_PARTS = '\r\n0\r\n\r\n';
const NOTHING = Buffer.alloc(0);

/**
 * One kept-alive HTTP connection that reads as little of an answer as it can: the status and where it ends. Any client
 * with more comfort takes more of the processor than the servers it measures.
 */
export class Connection {
  #head = NOTHING;
  #missing = 0;
  /** The last bytes of an answer that comes in parts. */
  #last = '';
  #answer;
  #waiting;

  static open(port) {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Connection(socket)));
    });
  }

  constructor(socket) {
    this.socket = socket;
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection')));
  }

  /** Sends the bytes of a request and answers its status and the length of its body. */
  send(bytes) {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.socket.write(bytes);
    });
  }

  close() {
    this.#waiting = undefined;
    this.socket.destroy();
  }

  #read(chunk) {
    let body = chunk;
    if (!this.#answer) {
      const head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      const end = head.indexOf(END_OF_HEAD);
      if (end < 0) {
        this.#head = head;
        return;
      }
      this.#answer = answerOf(head.latin1Slice(0, end));
      this.#missing = this.#answer.length ?? 0;
      this.#head = NOTHING;
      body = head.subarray(end + END_OF_HEAD.length);
    }
    if (this.#answer.length === undefined) {
      this.#last = (this.#last + body.subarray(-END_OF_PARTS.length).latin1Slice()).slice(-END_OF_PARTS.length);
      this.#missing += body.length;
      if (this.#last !== END_OF_PARTS) return;
      this.#answer.length = this.#missing;
      this.#last = '';
    } else {
      this.#missing -= body.length;
      if (this.#missing > 0) return;
    }
    const [answer, waiting] = [this.#answer, this.#waiting];
    this.#answer = undefined;
    waiting?.resolve(answer);
  }
}

function answerOf(head) {
  const status = Number(head.slice(9, 12));
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (status === 304 || status === 204) return { status, length: 0 };
  if (length !== undefined) return { status, length: Number(length) };
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, length: undefined };
  throw new Error('An answer does not tell its length');
}
