import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';

describe('the documentation page', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start({ documentation: true });
  });
  afterAll(() => server.stop());

  it.each(['/docs', '/docs/', '/docs/index.html', '/%64ocs'])(
    'at %s runs scripts of this server alone',
    async (url) => {
      const { statusCode, headers, body } = await server.app.inject({ method: 'GET', url });
      expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
      const policy = new Map(
        String(headers['content-security-policy'])
          .split('; ')
          .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
      );
      expect(policy.get('default-src')).toEqual(["'none'"]);
      expect(policy.get('script-src')).toEqual(["'self'"]);
      expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
      expect([...policy.values()].flat()).not.toContain("'unsafe-inline'");
      expect(body).not.toMatch(/<script(?![^>]* src=(?:"\.\/|'\/docs\/))/);
      for (const [, style = ''] of body.matchAll(/<style>([^]*?)<\/style>/g)) {
        const hash = createHash('sha256').update(style).digest('base64');
        expect(policy.get('style-src')).toContain(`'sha256-${hash}'`);
      }
      expect([headers['x-content-type-options'], headers['referrer-policy']]).toEqual(['nosniff', 'no-referrer']);
    },
  );

  it('lets no other page of its package run', async () => {
    const { statusCode, headers } = await server.app.inject({ method: 'GET', url: '/docs/oauth2-redirect.html' });
    expect([statusCode, headers['content-security-policy']]).toEqual([200, expect.stringContaining('sandbox')]);
  });
});
