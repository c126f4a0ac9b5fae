/** What is made room for first. */
const BYTES = 262_144;
/** What is kept for what comes next. */
const KEPT_BYTES = 2_097_152;
/** UTF-8 has at most so many bytes for each unit of a string. */
const BYTES_A_UNIT = 3;
/** More than a tag and any number take. */
const NUMBER_BYTES = 16;
/** The types of fields, by what tells where they end. */
const VARINT = 0;
const FIXED64 = 1;
const DELIMITED = 2;
const FIXED32 = 5;

/** The bytes that a length takes in a message of at most so many: it has its place before it is known. */
type LengthBytes = 1 | 2 | 4;
const SHORT = 0x80;
const MEDIUM = 0x4000;
const lengthBytesOf = (most: number): LengthBytes => (most < SHORT ? 1 : most < MEDIUM ? 2 : 4);

/**
 * Fields of protobuf (https://protobuf.dev/programming-guides/encoding/) with numbers up to 15, one after another, outside
 * of the heap. Lengths may be longer than they need be, which every reader takes.
 */
export class ProtobufBytes {
  #bytes!: Buffer;
  /** Of the same bytes, which writes numbers several times as fast. */
  #view!: DataView;
  #end = 0;

  constructor() {
    this.#use(BYTES);
  }

  get length(): number {
    return this.#end;
  }

  /** A copy of what was written, which is forgotten. */
  takeAll(): Buffer {
    const taken = Buffer.allocUnsafeSlow(this.#end);
    this.#bytes.copy(taken, 0, 0, this.#end);
    if (this.#bytes.length > KEPT_BYTES) this.#use(BYTES);
    this.#end = 0;
    return taken;
  }

  /** Begins a message of at most so many bytes in a field; `endMessage` takes the same, and what this answers. */
  beginMessage(field: number, most = Infinity): number {
    const lengthBytes = lengthBytesOf(most);
    this.#tag(field, DELIMITED, lengthBytes);
    return (this.#end += lengthBytes);
  }

  endMessage(begun: number, most = Infinity): void {
    this.#writeLength(begun, lengthBytesOf(most));
  }

  text(field: number, text: string): void {
    if (text.length >= SHORT || !this.#ascii(field, text))
      this.#delimited(field, text, text.length * BYTES_A_UNIT, 'utf8');
  }

  /** Bytes from their hexadecimal digits. */
  hex(field: number, digits: string): void {
    this.#delimited(field, digits, digits.length, 'hex');
  }

  /** An integer from 0 to 2^53. */
  integer(field: number, value: number): void {
    this.#tag(field, VARINT, NUMBER_BYTES);
    let left = value;
    for (; left >= 0x80; left = Math.floor(left / 0x80)) this.#bytes[this.#end++] = (left % 0x80) | 0x80;
    this.#bytes[this.#end++] = left;
  }

  double(field: number, value: number): void {
    this.#tag(field, FIXED64, NUMBER_BYTES);
    this.#view.setFloat64(this.#end, value, true);
    this.#end += 8;
  }

  fixed64(field: number, value: bigint): void {
    this.#tag(field, FIXED64, NUMBER_BYTES);
    this.#view.setBigUint64(this.#end, value, true);
    this.#end += 8;
  }

  fixed32(field: number, value: number): void {
    this.#tag(field, FIXED32, NUMBER_BYTES);
    this.#view.setUint32(this.#end, value, true);
    this.#end += 4;
  }

  /** Whether it was; only for less than 128 characters. A call of what encodes the others costs as much as 60 of them. */
  #ascii(field: number, text: string): boolean {
    this.#tag(field, DELIMITED, 1 + text.length);
    const bytes = this.#bytes;
    const begun = this.#end + 1;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit >= 0x80) {
        this.#end--;
        return false;
      }
      bytes[begun + at] = unit;
    }
    bytes[this.#end] = text.length;
    this.#end = begun + text.length;
    return true;
  }

  #delimited(field: number, text: string, most: number, encoding: BufferEncoding): void {
    const lengthBytes = lengthBytesOf(most);
    this.#tag(field, DELIMITED, lengthBytes + most);
    const begun = this.#end + lengthBytes;
    this.#end = begun + this.#bytes.write(text, begun, encoding);
    this.#writeLength(begun, lengthBytes);
  }

  #use(size: number): void {
    this.#bytes = Buffer.allocUnsafeSlow(size);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** With room for what follows it. */
  #tag(field: number, type: number, room: number): void {
    const needed = this.#end + 1 + room;
    if (needed > this.#bytes.length) {
      const written = this.#bytes;
      this.#use(Math.max(needed, written.length * 2));
      written.copy(this.#bytes, 0, 0, this.#end);
    }
    this.#bytes[this.#end++] = (field << 3) | type;
  }

  /** The length of all since `begun`, before it: seven bits a byte, the least first, each but the last with a mark. */
  #writeLength(begun: number, lengthBytes: LengthBytes): void {
    let left = this.#end - begun;
    for (let at = begun - lengthBytes; at < begun - 1; at++, left >>>= 7) this.#bytes[at] = (left & 0x7f) | 0x80;
    this.#bytes[begun - 1] = left;
  }
}
