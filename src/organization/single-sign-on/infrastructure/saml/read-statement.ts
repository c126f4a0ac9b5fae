import type { Confirmation, Statement } from '../../domain/saml/statement.js';
import { ASSERTION } from './response-form.js';
import { attributeOf, childrenOf, textOf, type XmlElement } from './xml.js';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?$/;
/** The known conditions; with an unknown one the validity of an assertion can't be decided. */
const CONDITIONS = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];
const MAX_ATTRIBUTES = 500;

/**
 * Parses an assertion from its signed bytes alone. Throws an Error where it does not follow SAML: a missing part never
 * counts as permission.
 */
export function readAssertion(assertion: XmlElement): Omit<Statement, 'response'> {
  if (attributeOf(assertion, 'Version') !== '2.0') throw new Error('The assertion is not of SAML 2.0');
  const assertionId = attributeOf(assertion, 'ID') ?? '';
  if (assertionId === '') throw new Error('The assertion has no id');
  if (childrenOf(assertion, ASSERTION, 'AuthnStatement').length === 0) throw new Error('Nobody signed in');
  const conditions = only(assertion, 'Conditions');
  const subject = only(assertion, 'Subject');
  const [nameId, another] = childrenOf(subject, ASSERTION, 'NameID');
  if (another) throw new Error('The assertion has several subjects');
  return {
    assertionId,
    issuer: textOf(only(assertion, 'Issuer')),
    notBefore: timeOf(conditions, 'NotBefore'),
    notOnOrAfter: timeOf(conditions, 'NotOnOrAfter'),
    audiences: audiencesOf(conditions),
    confirmations: childrenOf(subject, ASSERTION, 'SubjectConfirmation').flatMap(confirmationOf),
    nameId: nameId && { format: attributeOf(nameId, 'Format'), value: textOf(nameId) },
    attributes: attributesOf(assertion),
  };
}

function audiencesOf(conditions: XmlElement): string[][] {
  const strange = childrenOf(conditions).find(({ localName }) => !CONDITIONS.includes(localName));
  if (strange) throw new Error(`The condition ${strange.localName} is not understood`);
  return childrenOf(conditions, ASSERTION, 'AudienceRestriction').map((restriction) =>
    childrenOf(restriction, ASSERTION, 'Audience').map(textOf),
  );
}

function confirmationOf(confirmation: XmlElement): Confirmation[] {
  if (attributeOf(confirmation, 'Method') !== BEARER) return [];
  const data = only(confirmation, 'SubjectConfirmationData');
  return [
    {
      recipient: attributeOf(data, 'Recipient'),
      inResponseTo: attributeOf(data, 'InResponseTo'),
      notBefore: timeOf(data, 'NotBefore'),
      notOnOrAfter: timeOf(data, 'NotOnOrAfter'),
    },
  ];
}

function attributesOf(assertion: XmlElement): Map<string, string[]> {
  const attributes = new Map<string, string[]>();
  const all = childrenOf(assertion, ASSERTION, 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, ASSERTION, 'Attribute'),
  );
  if (all.length > MAX_ATTRIBUTES) throw new Error('The assertion has too many attributes');
  for (const attribute of all) {
    const name = (attributeOf(attribute, 'Name') ?? '').toLowerCase();
    // A value with child elements is neither a name nor an address: left out.
    const texts = childrenOf(attribute, ASSERTION, 'AttributeValue').filter((value) => childrenOf(value).length === 0);
    attributes.set(name, [...(attributes.get(name) ?? []), ...texts.map(textOf)]);
  }
  return attributes;
}

function timeOf(element: XmlElement, name: string): Date | undefined {
  const text = attributeOf(element, name);
  if (text === undefined) return undefined;
  // Times without a zone are UTC (SAML core, 1.3.3).
  const time = new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  if (!TIME.test(text) || Number.isNaN(time.getTime())) throw new Error(`${name} is not a time`);
  return time;
}

function only(element: XmlElement, name: string): XmlElement {
  const [child, another] = childrenOf(element, ASSERTION, name);
  if (!child || another) throw new Error(`The assertion needs one ${name}`);
  return child;
}
