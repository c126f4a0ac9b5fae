import { beforeAll, describe, expect, it } from '@jest/globals';
import { encode, TestIdentityProvider, type Asked } from '#testing/test-identity-provider';
import { askedAt, TestSignIn } from '#testing/test-sign-in';
import type { HostileRequests } from './support/hostile-requests.js';
import { HostileServer } from './support/hostile-server.js';
import type { QuireProcess } from './support/quire-process.js';

/** The sender is not authenticated yet, so a response can come from any client: it is checked beside the event loop. */
describe('Whatever an identity provider is said to have sent', () => {
  const provider = new TestIdentityProvider();
  let quire: QuireProcess;
  let hostile: HostileRequests;
  let signIn: TestSignIn;

  beforeAll(async () => {
    const server = await HostileServer.shared();
    ({ quire, hostile } = server);
    signIn = await TestSignIn.by(server.fixture, await server.fixture.administrator(), provider);
  });

  async function asked(): Promise<Asked> {
    const { headers } = await fetch(`${quire.url}/saml/${signIn.id}/start`, { redirect: 'manual' });
    return askedAt(new URL(headers.get('location') ?? ''));
  }

  function bring(response: string): Promise<number> {
    const body = new URLSearchParams({ SAMLResponse: response }).toString();
    const type = 'application/x-www-form-urlencoded';
    return hostile.send({ method: 'POST', path: `/saml/${signIn.id}/acs` }, body, { type });
  }

  const many = (count: number, piece: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => piece(at)).join('');
  const namespaces = (count: number) => many(count, (at) => `xmlns:n${at}="u" `);
  const ELEMENTS = '<a xmlns:b="u"/>'.repeat(3_800);

  it.each<[string, (xml: string) => string]>([
    ['namespaces', (xml) => xml.replace('<samlp:Response ', `$&${namespaces(9_000)}`)],
    ['attributes', (xml) => xml.replace('<saml:Assertion ', `$&${many(14_000, (at) => `a${at}="" `)}`)],
    ['elements', (xml) => xml.replace('</saml:Assertion>', `${ELEMENTS}$&`)],
    ['references', (xml) => xml.replace('</saml:Assertion>', `<a>${'&amp;'.repeat(38_000)}</a>$&`)],
    [
      'namespaces and elements',
      (xml) => xml.replace('<samlp:Response ', `$&${namespaces(6_000)}`).replace('</saml:Assertion>', `${ELEMENTS}$&`),
    ],
  ])('holds up no other request by as many %s as are read', async (what, forge) => {
    const answers: number[] = [];
    const request = async (): Promise<number> => {
      const signed = provider.signed(provider.response(await asked(), { email: 'eve@example.com' }), {});
      const status = await bring(encode(forge(signed)));
      answers.push(status);
      return status;
    };
    expect(await hostile.offence(what, request)).toEqual([]);
    expect(answers.every((status) => status === 303 || (status >= 400 && status < 500))).toBe(true);
  });

  it('is accepted when it is large and valid', async () => {
    const groups = Array.from({ length: 1_500 }, (_, at) => `group ${at}`);
    const said = { email: 'ada@example.com', attributes: { groups } };
    const request = async (): Promise<number> => bring(provider.respond(await asked(), said));
    const statuses: number[] = [];
    expect(await hostile.offence('many groups', async () => statuses[statuses.push(await request()) - 1] ?? 0)).toEqual(
      [],
    );
    expect(new Set(statuses)).toEqual(new Set([303]));
  });
});
