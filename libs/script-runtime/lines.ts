import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';

/** Characters of one line; what is longer is dropped. The wrapper's longest lines are escaped messages of 16,000. */
const LONGEST = 128_000;

/** Calls `take` with each line of the output, without keeping more than one. */
export function readLines(output: Readable, take: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  output.on('error', () => undefined);
  output.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST) rest = '';
    lines.forEach(take);
  });
}
