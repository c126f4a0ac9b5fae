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
});
