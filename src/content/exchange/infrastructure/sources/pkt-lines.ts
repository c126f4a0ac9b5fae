import { SourceUnavailable } from '../../domain/import/sources.js';

export const FLUSH = Buffer.from('0000');

/** One line of Git's wire format: four hex digits of length, then the payload (gitprotocol-common). */
export function pktLine(payload: string): Buffer {
  const bytes = Buffer.from(payload);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

/** Reads Git's wire format from a stream of bytes that others control. */
export class PktLines {
  private readonly source: AsyncIterator<Buffer>;
  private buffered: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** The next payload, 'flush', or undefined at the end. Throws SourceUnavailable for what is not the format. */
  async next(): Promise<Buffer | 'flush' | undefined> {
    const head = await this.take(4);
    if (head === undefined) return undefined;
    const digits = head.toString('latin1');
    const length = Number.parseInt(digits, 16);
    if (!/^[0-9a-fA-F]{4}$/.test(digits) || (length > 0 && length < 4)) {
      throw new SourceUnavailable('The remote does not speak the Git protocol');
    }
    if (length === 0) return 'flush';
    const payload = await this.take(length - 4);
    if (payload === undefined) throw new SourceUnavailable('The remote broke off');
    return payload;
  }

  /** The next payload as text without its newline. */
  async nextText(): Promise<string | 'flush' | undefined> {
    const payload = await this.next();
    return Buffer.isBuffer(payload) ? payload.toString().replace(/\n$/, '') : payload;
  }

  private async take(count: number): Promise<Buffer | undefined> {
    if (this.buffered.length < count) {
      const parts = [this.buffered];
      for (let have = this.buffered.length; have < count;) {
        const { value, done } = await this.source.next();
        if (done) {
          if (have === 0) return undefined;
          throw new SourceUnavailable('The remote broke off');
        }
        parts.push(value);
        have += value.length;
      }
      this.buffered = Buffer.concat(parts);
    }
    const taken = this.buffered.subarray(0, count);
    this.buffered = this.buffered.subarray(count);
    return taken;
  }
}
