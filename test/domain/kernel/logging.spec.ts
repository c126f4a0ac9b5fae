import { describe, expect, it } from '@jest/globals';
import { createLog } from '../../../src/logging.js';

describe('the log', () => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });

  it('logs the type and place of an error, and none of its values', () => {
    lines.length = 0;
    log.error({ err: Object.assign(new Error('It broke'), { parameters: ['a-password'] }) });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { type: 'Error', message: 'It broke', stack: expect.stringContaining('logging.spec') },
    });
    expect(lines.join()).not.toContain('a-password');
  });

  it('leaves out the address that errors of Fastify repeat', () => {
    lines.length = 0;
    const error = new Error('Reply was already sent, did you forget to "return reply" in "/invite/abc" (POST)?');
    log.warn({ err: Object.assign(error, { code: 'FST_ERR_REP_ALREADY_SENT' }) });
    expect(lines.join()).toContain('FST_ERR_REP_ALREADY_SENT');
    expect(lines.join()).not.toContain('/invite');
  });

  it('passes on what it writes, without secrets, and with the ids of the trace where there is one', () => {
    lines.length = 0;
    const passed: string[] = [];
    const ids = { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) };
    const traces: { on: boolean; ids: object | undefined } = { on: true, ids };
    const output = { write: (line: string) => void lines.push(line) };
    const traced = createLog('info', output, { traces, lines: { take: (line) => passed.push(line) } });
    traced.info({ token: 'a-password', nested: { secret: 'a-password' } }, 'One');
    traced.child({}, { redact: [] }).info({ trace_id: 'c' }, 'Two');
    traces.ids = undefined;
    traced.info('Three');
    traced.debug('Four');
    expect(passed).toEqual(lines);
    expect(passed.join()).not.toContain('a-password');
    expect(passed.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ msg: 'One', token: '(secret)', ...ids }),
      expect.objectContaining({ msg: 'Two', trace_id: 'c', span_id: ids.span_id }),
      expect.not.objectContaining({ trace_id: expect.anything() }),
    ]);
  });
});
