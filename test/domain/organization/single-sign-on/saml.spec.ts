import { describe, expect, it } from '@jest/globals';
import { personOf } from '../../../../src/organization/single-sign-on/domain/saml/person-of-statement.js';
import {
  faultOf,
  lastMoment,
  type Statement,
} from '../../../../src/organization/single-sign-on/domain/saml/statement.js';

const NOW = Date.parse('2030-01-01T00:00:00.000Z');
const at = (seconds: number): Date => new Date(NOW + seconds * 1000);
const EXPECTED = { issuer: 'them', audience: 'us', recipient: 'https://us.example/acs' };

function statement(changes: Partial<Statement> = {}): Statement {
  return {
    response: { destination: EXPECTED.recipient, inResponseTo: '_1', issuer: 'them', signed: true },
    assertionId: '_a',
    issuer: 'them',
    notBefore: at(-10),
    notOnOrAfter: at(300),
    audiences: [['us']],
    confirmations: [{ recipient: EXPECTED.recipient, inResponseTo: '_1', notBefore: undefined, notOnOrAfter: at(300) }],
    nameId: undefined,
    attributes: new Map(),
    ...changes,
  };
}

const judged = (changes: Partial<Statement> = {}, seconds = 0) => faultOf(statement(changes), EXPECTED, at(seconds));

describe('a statement', () => {
  it('counts when everything in it is for us', () => {
    expect(judged()).toBeUndefined();
  });

  it.each([
    [-70, undefined],
    [-71, 'time'],
    [359, undefined],
    [360, 'time'],
  ])('is given a minute for clocks that differ: %d s from now', (seconds, fault) => {
    expect(judged({}, seconds)).toBe(fault);
  });

  it('must name us in every one of its restrictions', () => {
    expect(judged({ audiences: [['others', 'us'], ['us']] })).toBeUndefined();
    expect(judged({ audiences: [['us'], ['others']] })).toBe('audience');
    expect(judged({ audiences: [[]] })).toBe('audience');
  });

  it('needs one confirmation that is right in every respect, not several that are right in one each', () => {
    const [right] = statement().confirmations as [Statement['confirmations'][number]];
    const elsewhere = { ...right, recipient: 'https://others.example/acs' };
    const late = { ...right, notOnOrAfter: at(-100) };
    const otherwise = { ...right, inResponseTo: '_2' };
    expect(judged({ confirmations: [elsewhere, late, otherwise, right] })).toBeUndefined();
    expect(judged({ confirmations: [elsewhere, late, otherwise] })).toBe('request');
    expect(judged({ confirmations: [elsewhere, late] })).toBe('time');
    expect(judged({ confirmations: [{ ...right, notOnOrAfter: undefined }] })).toBe('time');
    expect(judged({ confirmations: [] })).toBe('recipient');
  });

  it('is remembered until the last moment at which it could count', () => {
    const [right] = statement().confirmations as [Statement['confirmations'][number]];
    const longer = statement({ confirmations: [right, { ...right, notOnOrAfter: at(900) }] });
    expect(lastMoment(longer)).toEqual(at(960));
    expect(faultOf(longer, EXPECTED, lastMoment(longer))).toBe('time');
  });
});

describe('the person of a statement', () => {
  const named = (value: string, attributes: [string, string[]][] = []) =>
    personOf(
      statement({
        nameId: { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', value },
        attributes: new Map(attributes),
      }),
    );

  it('is identified by an address in lower case, whatever the attributes say', () => {
    expect(named('Ada@Example.com', [['email', ['eve@example.com']]])?.email).toBe('ada@example.com');
  });

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'a b@example.com',
    'ada@example.com,eve@example.com',
    'ada@ex\u212Ample.com',
    'ad\u00e4@example.com',
    `${'a'.repeat(65)}@example.com`,
  ])('is no user by %j', (value) => {
    expect(named(value)).toBeUndefined();
  });

  it('has a name of at most 64 characters, none of them cut or invisible', () => {
    const name = named('ada@example.com', [['displayname', [`\u202eA\u0000 ${'😀'.repeat(90)}`]]])?.displayName ?? '';
    expect([...name]).toHaveLength(64);
    expect(name).toMatch(/^A (?:😀)+$/u);
  });
});
