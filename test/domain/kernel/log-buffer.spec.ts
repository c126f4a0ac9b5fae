import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pino, { type Logger } from 'pino';
import { LogBuffer } from '../../../src/start/log-buffer.js';

describe('the log', () => {
  let folder: string;
  let file: number;
  let log: Logger;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quire-log-'));
    file = openSync(join(folder, 'log'), 'w');
    log = pino({ base: null, timestamp: false, messageKey: 'm' }, new LogBuffer(file));
  });

  afterEach(() => {
    closeSync(file);
    rmSync(folder, { recursive: true });
  });

  const written = (): number[] =>
    [...readFileSync(join(folder, 'log'), 'utf8').matchAll(/"m":"(\d+)"/g)].map(([, number]) => Number(number));

  it('writes lines together a moment later', async () => {
    log.info('1');
    log.info('2');
    expect(written()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(written()).toEqual([1, 2]);
  });

  it('writes a warning at once, after the lines before it', () => {
    log.info('1');
    log.warn('2');
    log.info('3');
    expect(written()).toEqual([1, 2]);
    log.error('4');
    expect(written()).toEqual([1, 2, 3, 4]);
  });

  it('does not let too many lines wait', () => {
    for (let line = 0; line < 3_000; line++) log.info(String(line));
    const lines = written();
    expect(lines.length).toBeGreaterThan(1_000);
    expect(lines).toEqual(lines.map((_, line) => line));
    log.warn('3000');
    expect(written()).toHaveLength(3_001);
  });
});
