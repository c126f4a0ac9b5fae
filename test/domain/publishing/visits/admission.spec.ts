import { describe, expect, it } from '@jest/globals';
import {
  admit,
  authenticatorOf,
  requireSite,
  signInUrl,
  tokenToVerify,
  type VisitorPayload,
} from '../../../../src/publishing/visits/domain/admission.js';
import type { FoundSite } from '../../../../src/publishing/visits/domain/live-sites.js';
import { readWantedUrl } from '../../../../src/publishing/visits/domain/wanted-url.js';
import type { VerifiedToken } from '../../../../src/publishing/visitors/domain/authentication/visitor-tokens.js';

const NOW = new Date('2026-03-04T05:06:07Z');
const SOON = new Date('2026-03-04T06:00:00Z');
/** Five minutes into the next day. */
const END = new Date('2026-03-05T00:05:00Z');

const siteWith = (changes: Partial<FoundSite> = {}): FoundSite => ({
  organizationId: 'organization',
  id: 'site',
  version: 1,
  visibility: 'public',
  basename: 'docs',
  hostname: null,
  proxy: null,
  adaptiveContent: false,
  agentsContext: 'included',
  access: 0,
  depth: 2,
  fallbackUrl: null,
  integration: null,
  schema: null,
  shareLink: null,
  ...changes,
});

const signed = (expiresAt = SOON): VerifiedToken => ({ ok: true, claims: { plan: 'pro' }, expiresAt });
const refused: VerifiedToken = { ok: false, reason: 'signature' };
const admitted = (site: FoundSite, payload: VisitorPayload, verified?: VerifiedToken, redirectOnError = false) =>
  admit(site, payload, verified, redirectOnError, NOW);

describe('for a visitor', () => {
  it.each<[string, FoundSite | undefined, VisitorPayload, boolean]>([
    ['nothing where no site is', undefined, {}, false],
    ['a public site', siteWith(), {}, true],
    ['a site for people, unless they are agents', siteWith({ agentsContext: 'excluded' }), { type: 'agent' }, false],
    ['a site for people', siteWith({ agentsContext: 'excluded' }), { type: 'human' }, true],
    ['a site with share links, by an active one', siteWith({ visibility: 'share-link', shareLink: 'link' }), {}, true],
    ['no site with share links without one', siteWith({ visibility: 'share-link' }), {}, false],
  ])('there is %s', (_, site, payload, there) => {
    if (there) expect(requireSite(site, payload)).toBe(site);
    else expect(() => requireSite(site, payload)).toThrow('No site is published at this URL');
  });

  it.each<[string, Partial<FoundSite>, boolean]>([
    ['a public site', {}, false],
    ['a site with share links', { visibility: 'share-link' }, false],
    ['a site that asks who its visitors are', { visibility: 'visitor-auth' }, true],
    ['a site with adaptive content', { adaptiveContent: true }, true],
  ])('the token is read by %s, or not', (_, site, read) => {
    expect(tokenToVerify(siteWith(site), { jwtToken: 'token' })).toBe(read ? 'token' : undefined);
    expect(tokenToVerify(siteWith(site), {})).toBeUndefined();
  });
});

describe('a visitor is let in', () => {
  it('to a public site, with nothing known of them, until the day has ended', () => {
    expect(admitted(siteWith(), { unsignedClaims: { beta: true } })).toEqual({
      claims: { unsigned: {} },
      claimed: '',
      known: false,
      until: END,
    });
  });

  it('with what they claim where the site heeds it, until their token ends', () => {
    const site = siteWith({ adaptiveContent: true });
    expect(admitted(site, { jwtToken: 'token', unsignedClaims: { beta: true } }, signed())).toEqual({
      claims: { plan: 'pro', unsigned: { beta: true } },
      claimed: '{"plan":"pro","unsigned":{"beta":true}}',
      known: true,
      until: SOON,
    });
    expect(admitted(site, { jwtToken: 'token' }, signed(new Date('2027-01-01')))?.until).toEqual(END);
  });

  it('with unsigned claims alone, if their token is not valid', () => {
    const site = siteWith({ adaptiveContent: true });
    const visitor = admitted(site, { jwtToken: 'token', unsignedClaims: { beta: true } }, refused);
    expect(visitor).toMatchObject({ claims: { unsigned: { beta: true } }, known: false, until: END });
  });

  it('to a site that asks who they are only by a valid token', () => {
    const site = siteWith({ visibility: 'visitor-auth' });
    expect(admitted(site, { jwtToken: 'token' }, signed())).toMatchObject({ known: true, claimed: '' });
    expect(admitted(site, {})).toBeUndefined();
    expect(() => admitted(site, { jwtToken: 'token' }, refused)).toThrow('The token of the visitor is not valid');
    expect(admitted(site, { jwtToken: 'token' }, refused, true)).toBeUndefined();
  });
});

describe('the integration of a site is asked', () => {
  it('about each visitor who must sign in, and about tokens, if it authenticates the visitors', () => {
    const asked = (site: Parameters<typeof siteWith>[0], token?: string) => authenticatorOf(siteWith(site), token);
    expect(asked({ visibility: 'visitor-auth', integration: 'va' })).toBe('va');
    expect(asked({ visibility: 'public', integration: 'va' })).toBeUndefined();
    expect(asked({ visibility: 'public', integration: 'va' }, 'token')).toBe('va');
    expect(asked({ visibility: 'visitor-auth', integration: null }, 'token')).toBeUndefined();
    expect(asked({ visibility: 'visitor-auth', integration: '' }, 'token')).toBeUndefined();
  });
});

describe('to sign in, a visitor is sent', () => {
  const wanted = readWantedUrl('https://sites.example.com/organization/docs/api/a%20b');

  it('where the site says, with where they wanted', () => {
    const site = siteWith({ fallbackUrl: 'https://example.com/login?from=docs' });
    expect(signInUrl(site, wanted)).toBe('https://example.com/login?from=docs&location=%2Fapi%2Fa+b');
  });

  it('to the integration that authenticates them, if it is active', () => {
    const site = siteWith({ fallbackUrl: 'https://example.com/login', integration: 'va' });
    const login = 'https://integrations.example.com/va/login';
    expect(signInUrl(site, wanted, login)).toBe(`${login}?location=%2Fapi%2Fa+b`);
    expect(signInUrl(site, wanted)).toBe('https://example.com/login?location=%2Fapi%2Fa+b');
  });

  it('nowhere where the site says nothing, as if it were not there', () => {
    expect(() => signInUrl(siteWith(), wanted)).toThrow('No site is published at this URL');
  });
});
