import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publication, QUIET_SCRIPT } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';

const LONGEST_SCRIPT = 5_000_000;
const SECRET = 'a secret that no log shows';

/** A script that writes all it was given to its console. */
const TALKATIVE = `export default { async fetch(request) {
  const form = await request.formData();
  const { secrets, apiTokens, authToken, signingSecrets, signingSecret } = JSON.parse(form.get('environment'));
  console.log('Secrets', JSON.stringify({ secrets, apiTokens, authToken, signingSecrets, signingSecret }));
  return new Response('OK');
} };`;

describe('a script', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let names = 0;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    await server.listen();
  });
  afterAll(() => server.stop());

  async function publish(script: string, more: object = {}): Promise<{ base: string; status: number }> {
    const base = `/v1/integrations/may-${Date.now()}-${names++}`;
    const { status } = await ada.api.post(base, publication(ada.organization, { script, ...more }));
    return { base, status };
  }

  it('writes none of its secrets and tokens into its log, but short ones', async () => {
    const { base } = await publish(TALKATIVE, { secrets: { long: SECRET, short: 'ret' } });
    const { status } = await ada.api.post(`${base}/installations`, { organization: ada.organization });
    expect(status).toBe(201);
    await server.drain();
    await server.runJobs();
    const [event] = (await ada.api.get(`${base}/events`)).body.items;
    const { trace } = (await ada.api.get(`${base}/events/${event?.['id'] as string}`)).body as unknown as {
      trace: { logs: { message: string }[] };
    };
    const hidden = { integration: '***', installation: '***' };
    expect(JSON.parse(trace.logs[0]!.message.replace('Secrets ', ''))).toEqual({
      secrets: { long: '***', short: 'ret' },
      ...{ apiTokens: hidden, authToken: '***', signingSecrets: hidden, signingSecret: '***' },
    });
  });

  it('runs with five million characters, and is refused with one more', async () => {
    const long = `${QUIET_SCRIPT}//${'x'.repeat(LONGEST_SCRIPT - QUIET_SCRIPT.length - 2)}`;
    const { base, status } = await publish(long);
    expect(status).toBe(200);
    const answer = await fetch(`${await server.listen()}${base.replace('/v1', '')}`);
    expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
    expect((await publish(`${long}x`)).status).toBe(400);
  });
});
