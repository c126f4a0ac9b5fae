import { createHmac, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encode, TestIdentityProvider, type Asked, type Said } from '#testing/test-identity-provider';
import { TestServer, type TestUser } from '#testing/test-server';
import { cookieOf, reasonOf, TestSignIn, type Seen } from '#testing/test-sign-in';

describe('saml forged', () => {
  const VICTIM = 'victim@example.com';
  const EVIL = 'evil@example.com';
  const XPATH = 'http://www.w3.org/TR/1999/REC-xpath-19991116';

  let server: TestServer;
  let ada: TestUser & { organization: string };
  let provider: TestIdentityProvider;
  let signIn: TestSignIn;
  const attacker = new TestIdentityProvider();

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    provider = new TestIdentityProvider();
    signIn = await TestSignIn.by(server, ada, provider);
  });
  afterAll(() => server.stop());

  const SIGNATURE = /<ds:Signature [\s\S]*?<\/ds:Signature>/;
  const ASSERTION = /<saml:Assertion [\s\S]*<\/saml:Assertion>/;
  const found = (xml: string, pattern: RegExp): string => pattern.exec(xml)?.[0] ?? '';
  const without = (xml: string, pattern: RegExp): string => xml.replace(pattern, '');
  const renamed = (xml: string, id: string): string => xml.replace(/ ID="[^"]*"/, ` ID="${id}"`);

  /**
   * A response that an honest provider signed for the attacker's own account, and the one that the attacker would like.
   */
  function wrapping(asked: Asked, what: 'assertion' | 'response') {
    const response = provider.response(asked, { email: EVIL });
    const signed = provider.signed(response, { what });
    const signature = found(signed, SIGNATURE);
    const evilResponse = renamed(provider.response(asked, { email: VICTIM, assertionId: '_evil' }), '_evil_response');
    return {
      signed,
      signature,
      /** The signed element without its signature, as it was digested. */
      bare: without(signed, SIGNATURE),
      evilResponse,
      assertion: found(signed, ASSERTION),
      bareAssertion: without(found(signed, ASSERTION), SIGNATURE),
      evilAssertion: found(evilResponse, ASSERTION),
    };
  }

  const intoSignature = (signature: string, xml: string): string =>
    signature.replace('</ds:Signature>', `<ds:Object>${xml}</ds:Object></ds:Signature>`);
  const afterIssuer = (xml: string, more: string): string => xml.replace('</saml:Issuer>', `</saml:Issuer>${more}`);

  /**
   * The eight known ways of signature wrapping (XSW), by which something other than the signed element would be read.
   */
  const WRAPPINGS: Record<string, (asked: Asked) => string> = {
    'XSW1: the signed response within its own signature, in a forged response': (asked) => {
      const { signature, bare, evilResponse } = wrapping(asked, 'response');
      return afterIssuer(evilResponse, intoSignature(signature, bare));
    },
    'XSW2: the signed response beside its signature, in a forged response': (asked) => {
      const { signature, bare, evilResponse } = wrapping(asked, 'response');
      return afterIssuer(evilResponse, bare + signature);
    },
    'XSW3: a forged assertion before the signed one': (asked) => {
      const { signed, evilAssertion, assertion } = wrapping(asked, 'assertion');
      return signed.replace(assertion, () => evilAssertion + assertion);
    },
    'XSW4: the signed assertion within a forged one': (asked) => {
      const { signed, evilAssertion, assertion } = wrapping(asked, 'assertion');
      return signed.replace(assertion, () =>
        evilAssertion.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`),
      );
    },
    'XSW5: a forged assertion with the signature, the signed one behind it': (asked) => {
      const { signed, evilAssertion, assertion, signature, bareAssertion } = wrapping(asked, 'assertion');
      return signed.replace(assertion, () => afterIssuer(evilAssertion, signature) + bareAssertion);
    },
    'XSW6: a forged assertion with the signature, the signed one within it': (asked) => {
      const { signed, evilAssertion, assertion, signature, bareAssertion } = wrapping(asked, 'assertion');
      return signed.replace(assertion, () =>
        afterIssuer(evilAssertion, signature.replace('</ds:Signature>', `${bareAssertion}</ds:Signature>`)),
      );
    },
    'XSW7: a forged assertion in an extension': (asked) => {
      const { signed, evilAssertion, assertion } = wrapping(asked, 'assertion');
      return signed.replace(assertion, () => `<samlp:Extensions>${evilAssertion}</samlp:Extensions>${assertion}`);
    },
    'XSW8: the signed assertion in an object of the signature of a forged one': (asked) => {
      const { signed, evilAssertion, assertion, signature, bareAssertion } = wrapping(asked, 'assertion');
      return signed.replace(assertion, () => afterIssuer(evilAssertion, intoSignature(signature, bareAssertion)));
    },
    'a forged assertion with the id of the signed one, before it': (asked) => {
      const { signed, evilAssertion, assertion } = wrapping(asked, 'assertion');
      const id = / ID="([^"]*)"/.exec(assertion)?.[1] ?? '';
      return signed.replace(assertion, () => renamed(evilAssertion, id) + assertion);
    },
    'a signed assertion that is renamed, so that a forged one can take its name': (asked) => {
      const { signed, evilAssertion, assertion } = wrapping(asked, 'assertion');
      return signed.replace(assertion, () => evilAssertion + assertion.replace(/saml:Assertion/g, 'saml:Advice'));
    },
  };

  const said = (what: Said) => (asked: Asked) => provider.response(asked, { email: VICTIM, ...what });
  const signed = (what: Said) => (asked: Asked) => provider.signed(said(what)(asked));

  /** Every other response that must not sign a user in, with the reported reason. */
  const FORGED: [what: string, reason: string, forge: (asked: Asked) => string][] = [
    ['unsigned', 'signature', said({})],
    [
      'with an empty signature',
      'signature',
      (asked) => afterIssuer(said({})(asked), '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>'),
    ],
    ['signed by another key', 'signature', (asked) => provider.signed(said({})(asked), { key: attacker.key })],
    [
      'signed by the attacker, whose certificate comes along',
      'signature',
      (asked) => provider.signed(said({})(asked), { key: attacker.key, certificate: attacker.certificate }),
    ],
    [
      'with a signed response whose assertion another key signed',
      'signature',
      (asked) => {
        const inner = provider.signed(said({})(asked), { key: attacker.key });
        return provider.signed(inner, { what: 'response' });
      },
    ],
    [
      'signed with the certificate as a shared secret',
      'signature',
      (asked) => {
        const xml = signed({})(asked).replace('xmldsig-more#rsa-sha256', 'xmldsig-more#hmac-sha256');
        const mac = createHmac('sha256', provider.certificate).update(
          found(xml, /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/),
        );
        return xml.replace(/(<ds:SignatureValue>)[^<]*/, (_, tag: string) => tag + mac.digest('base64'));
      },
    ],
    ['changed after it was signed', 'signature', (asked) => signed({ email: EVIL })(asked).replace(EVIL, VICTIM)],
    [
      'changed in an attribute after it was signed',
      'signature',
      (asked) => signed({ attributes: { role: 'read' } })(asked).replace('>read<', '>admin<'),
    ],
    [
      'with another digest',
      'signature',
      (asked) => signed({})(asked).replace(/(<ds:DigestValue>)[^<]*/, '$1AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='),
    ],
    [
      'signed with SHA-1',
      'signature',
      (asked) => provider.signed(said({})(asked), { method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
    ],
    [
      'digested with SHA-1',
      'signature',
      (asked) => provider.signed(said({})(asked), { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
    ],
    [
      'with a transform that drops all content',
      'signature',
      (asked) => provider.signed(said({})(asked), { transform: { algorithm: XPATH, yields: '' } }),
    ],
    [
      'with a transform that yields another assertion',
      'signature',
      (asked) =>
        provider.signed(said({})(asked), {
          transform: { algorithm: XPATH, yields: provider.assertion(asked, { email: EVIL }) },
        }),
    ],
    [
      'with a third transform',
      'signature',
      (asked) =>
        signed({})(asked).replace(
          '</ds:Transforms>',
          '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/></ds:Transforms>',
        ),
    ],
    [
      'whose signature refers to the whole document',
      'signature',
      (asked) => signed({})(asked).replace(/ URI="#[^"]*"/, ' URI=""'),
    ],
    [
      'with two signatures on the assertion',
      'signature',
      (asked) => {
        const xml = signed({})(asked);
        return xml.replace(SIGNATURE, (signature) => signature + signature);
      },
    ],
    [
      'with two references in the signature',
      'signature',
      (asked) =>
        signed({})(asked).replace(/<ds:Reference [\s\S]*<\/ds:Reference>/, (reference) => reference + reference),
    ],
    [
      'with two signed infos, of which the second is forged',
      'signature',
      (asked) => signed({})(asked).replace(/<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/, (info) => info + info),
    ],
    ['expired', 'time', signed({ from: -20, until: -2 })],
    ['not valid yet', 'time', signed({ from: 2, until: 10 })],
    ['for another service', 'audience', signed({ audience: 'https://other.example/metadata' })],
    ['for nobody in particular', 'audience', signed({ audience: null })],
    ['for another recipient', 'recipient', signed({ recipient: 'https://other.example/acs' })],
    ['for no recipient', 'recipient', signed({ recipient: null })],
    ['sent to another destination', 'destination', signed({ destination: 'https://other.example/acs' })],
    [
      'signed as a whole and sent to nowhere in particular',
      'destination',
      (asked) => provider.signed(said({ destination: null })(asked), { what: 'response' }),
    ],
    ['from another issuer', 'issuer', signed({ issuer: 'https://other.example/metadata' })],
    ['answering nothing', 'request', signed({ inResponseTo: null })],
    [
      'answering nothing, in the response alone',
      'request',
      (asked) => signed({})(asked).replace(/ InResponseTo="[^"]*"/, ''),
    ],
    [
      'answering a request that was never made',
      'request',
      signed({ inResponseTo: '_00000000000000000000000000000000' }),
    ],
    ['answering another request in the assertion', 'request', signed({ subjectInResponseTo: '_other' })],
    ['answering nothing in the assertion', 'request', signed({ subjectInResponseTo: null })],
    [
      'with a comment within the name id',
      'form',
      (asked) => signed({ email: `${VICTIM}.evil.example` })(asked).replace(`${VICTIM}.`, `${VICTIM}<!---->.`),
    ],
    [
      'with CDATA within the name id',
      'form',
      (asked) => signed({})(asked).replace(`>${VICTIM}<`, `><![CDATA[${VICTIM}]]><`),
    ],
    [
      'with a processing instruction within the name id',
      'form',
      (asked) => signed({ email: `${VICTIM}.evil.example` })(asked).replace(`${VICTIM}.`, `${VICTIM}<?x?>.`),
    ],
    ['with a document type', 'form', (asked) => `<!DOCTYPE Response>${signed({})(asked)}`],
    [
      'with an entity',
      'form',
      (asked) =>
        `<!DOCTYPE r [<!ENTITY who "${VICTIM}">]>${signed({ email: 'x@example.com' })(asked).replace('x@example.com', '&who;')}`,
    ],
    [
      'with an entity that grows',
      'form',
      (asked) => `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${signed({})(asked)}`,
    ],
    [
      'with two assertions, both signed',
      'form',
      (asked) => {
        const xml = signed({})(asked);
        const second = found(signed({ email: EVIL })(asked), ASSERTION);
        return xml.replace('</samlp:Response>', `${second}</samlp:Response>`);
      },
    ],
    ['without an assertion', 'form', (asked) => without(said({})(asked), ASSERTION)],
    ['that is an assertion alone', 'form', (asked) => found(signed({})(asked), ASSERTION)],
    [
      'with an encrypted assertion beside',
      'form',
      (asked) =>
        signed({})(asked).replace(
          '</samlp:Response>',
          '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/></samlp:Response>',
        ),
    ],
    ['with two name ids', 'form', signed({ nameId: `${EVIL}</saml:NameID><saml:NameID>${VICTIM}` })],
    ['with an element within the name id', 'form', signed({ nameId: `${VICTIM}<x>.evil.example</x>` })],
    [
      'with a condition nobody knows',
      'form',
      (asked) =>
        provider.signed(said({})(asked).replace('</saml:Conditions>', '<saml:OnlyOnMondays/></saml:Conditions>')),
    ],
    ['with roots side by side', 'form', (asked) => signed({})(asked) + said({})(asked)],
    ['cut off', 'form', (asked) => signed({})(asked).slice(0, -40)],
    ['nested too deep', 'form', signed({ more: '<x>'.repeat(50) + '</x>'.repeat(50) })],
    ['with too many tags', 'form', signed({ more: '<x/>'.repeat(4000) })],
    ['larger than 256 kB', 'form', signed({ more: `<x>${'a'.repeat(270_000)}</x>` })],
    ['in which the provider says no', 'status', signed({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' })],
    ['that names nobody', 'email', signed({ nameIdFormat: null, nameId: 'u1' })],
    [
      'that names two people',
      'email',
      signed({ nameIdFormat: null, nameId: 'u1', attributes: { email: [VICTIM, EVIL] } }),
    ],
    ['with letters that turn into others', 'email', signed({ nameId: 'victim@\u212Axample.com' })],
  ];

  const nobodyIn = (seen: Seen) => expect(cookieOf(seen.headers)).toBe('');

  describe('a forged response is refused', () => {
    it.each(Object.entries(WRAPPINGS))('%s', async (_name, forge) => {
      const seen = await signIn.through((asked) => encode(forge(asked)));
      expect(seen.status).toBeGreaterThanOrEqual(400);
      expect(['form', 'signature']).toContain(reasonOf(seen));
      nobodyIn(seen);
    });

    it.each(FORGED)('%s', async (_name, reason, forge) => {
      const seen = await signIn.through((asked) => encode(forge(asked)));
      expect([seen.status, reasonOf(seen)]).toEqual([reason === 'form' ? 400 : 403, reason]);
      nobodyIn(seen);
    });

    it('that is no base64, no text, no form', async () => {
      for (const response of [
        '<xml>',
        '!!!!',
        Buffer.from([0xff, 0xfe, 0xfd]).toString('base64'),
        '',
        encode('a'),
        encode('<a b=c>'),
      ]) {
        const seen = await signIn.post(response);
        expect([response, seen.status, reasonOf(seen)]).toEqual([response, 400, 'form']);
      }
      const twice = await signIn.browse('POST', `/saml/${signIn.id}/acs`, {
        payload: 'SAMLResponse=YQ==&SAMLResponse=YQ==',
      });
      expect(twice.status).toBe(400);
    });

    it('and none of them created a user', async () => {
      expect(await server.rows(`select email from organization."user" where email like 'victim%'`)).toEqual([]);
    });
  });

  describe('a good response does not count', () => {
    it('twice: the second is refused, whatever became of the first', async () => {
      const begun = await signIn.begin();
      const response = provider.respond(begun, { email: 'twice@example.com' });
      expect((await signIn.post(response)).status).toBe(303);
      const again = await signIn.post(response);
      expect([again.status, reasonOf(again)]).toEqual([403, 'replay']);
    });

    it('twice at once: of many only one gets through', async () => {
      const begun = await signIn.begin();
      const response = provider.respond(begun, { email: 'atonce@example.com' });
      const answers = await Promise.all(Array.from({ length: 6 }, () => signIn.post(response)));
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 403, 403, 403, 403, 403]);
    });

    it('again for another request, even one with the same id', async () => {
      const begun = await signIn.begin();
      const response = provider.respond(begun, { email: 'again@example.com' });
      const answer = await signIn.post(response);
      await signIn.follow(answer, begun.cookie);
      await server.pool.query(
        `insert into organization.saml_sign_in (organization_id, id, provider_id, browser, next, expires_at)
       values ($1, $2, $3, 'b', '/', now() + interval '5 minutes')`,
        [ada.organization, begun.requestId, signIn.id],
      );
      expect(reasonOf(await signIn.post(response))).toBe('replay');
    });

    it('as a second answer to one request', async () => {
      const begun = await signIn.begin();
      expect((await signIn.post(provider.respond(begun))).status).toBe(303);
      expect(reasonOf(await signIn.post(provider.respond(begun)))).toBe('request');
    });

    it('in another browser than the one that began, with no cookie or that of another request', async () => {
      const [mine, other] = [await signIn.begin(), await signIn.begin()];
      const answer = await signIn.post(provider.respond(mine, { email: 'browser@example.com' }));
      const swapped = other.cookie.replace(other.requestId, mine.requestId);
      for (const cookie of ['', other.cookie, swapped]) {
        const seen = await signIn.follow(answer, cookie);
        expect([seen.status, reasonOf(seen)]).toEqual([403, 'browser']);
        nobodyIn(seen);
      }
      expect((await signIn.follow(answer, mine.cookie)).status).toBe(303);
      expect(reasonOf(await signIn.follow(answer, mine.cookie))).toBe('browser');
    });

    it('after ten minutes, and its ticket not after one', async () => {
      const begun = await signIn.begin();
      const answer = await signIn.post(provider.respond(begun));
      server.clock.advance(61_000);
      expect(reasonOf(await signIn.follow(answer, begun.cookie))).toBe('browser');
      const late = await signIn.begin();
      server.clock.advance(601_000);
      expect(reasonOf(await signIn.post(provider.respond(late, { until: 30 })))).toBe('request');
      server.clock.advance(-662_000);
    });

    it('with a provider of another organization, nor with a second one of the same', async () => {
      const eve = await server.administrator('Evil');
      const evil = new TestIdentityProvider(provider.entityId);
      const theirs = await TestSignIn.by(server, eve, evil);
      const second = await TestSignIn.by(server, ada, provider);
      // Signed by the other organization's provider for us; by ours for them; for them, but sent to us.
      expect(reasonOf(await signIn.through((asked) => evil.respond(asked)))).toBe('signature');
      expect(reasonOf(await theirs.through((asked) => provider.respond(asked)))).toBe('signature');
      const begun = await second.begin();
      expect(reasonOf(await signIn.post(provider.respond(begun)))).toBe('destination');
      const mixed = { ...begun, acsUrl: (await signIn.begin()).acsUrl };
      expect(reasonOf(await signIn.post(provider.respond(mixed)))).toBe('audience');
      const both = { ...mixed, entityId: (await signIn.begin()).entityId };
      expect(reasonOf(await signIn.post(provider.respond(both)))).toBe('request');
    });

    it('by a certificate that was removed, or an unsupported key', async () => {
      const old = new TestIdentityProvider();
      const changing = await TestSignIn.by(server, ada, old);
      const path = `/v1/orgs/${ada.organization}/saml/${changing.id}`;
      await ada.api.patch(path, { certificate: old.certificate + provider.certificate });
      expect((await changing.through((asked) => old.respond(asked))).status).toBe(303);
      await ada.api.patch(path, { certificate: provider.certificate });
      expect(reasonOf(await changing.through((asked) => old.respond(asked)))).toBe('signature');
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
      expect(reasonOf(await changing.through((asked) => old.respond(asked, {}, { key: privateKey })))).toBe(
        'signature',
      );
    });
  });
});
