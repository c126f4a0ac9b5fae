/** The fields of a protobuf message by their numbers, each with its values: bytes, or numbers. */
export type Fields = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

/** Reads a message of protobuf without its schema. Throws for what is none. */
export function fieldsOf(message: Buffer): Fields {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (bytes: number): Buffer => {
    if (at + bytes > message.length) throw new Error('The message is cut off');
    return message.subarray(at, (at += bytes));
  };
  const read = (wireType: number): Buffer | bigint => {
    if (wireType === 0) return varint();
    if (wireType === 1) return take(8).readBigUInt64LE();
    if (wireType === 2) return take(Number(varint()));
    if (wireType === 5) return BigInt(take(4).readUInt32LE());
    throw new Error(`There is no wire type ${wireType}`);
  };
  while (at < message.length) {
    const tag = Number(varint());
    const known = fields.get(tag >> 3) ?? [];
    known.push(read(tag & 7));
    fields.set(tag >> 3, known);
  }
  return fields;
}

/** The messages in a field. */
export function messagesIn(fields: Fields, number: number): Fields[] {
  return (fields.get(number) ?? []).map((bytes) => fieldsOf(bytes as Buffer));
}

export function textIn(fields: Fields, number: number): string {
  return ((fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0)).toString('utf8');
}

export function hexIn(fields: Fields, number: number): string {
  return ((fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0)).toString('hex');
}

export function numberIn(fields: Fields, number: number): number {
  return Number(fields.get(number)?.[0] ?? 0);
}
