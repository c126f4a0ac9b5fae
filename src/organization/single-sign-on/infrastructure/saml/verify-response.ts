import { SAML, ValidateInResponseTo, type SamlConfig } from '@node-saml/node-saml';
import { SignInRefused } from '../../domain/sign-in-refused.js';
import type { Statement } from '../../domain/saml/statement.js';
import { readAssertion } from './read-statement.js';
import { ASSERTION, PROTOCOL, requireForm, type WellFormed } from './response-form.js';
import { attributeOf, childrenOf, parseXml, textOf, type XmlElement } from './xml.js';

/** The two sides of a sign-in for node-saml. */
export interface Sides {
  /** This server's entity id, and the address to which the provider sends responses. */
  entityId: string;
  acsUrl: string;
  /** The provider's address for requests, and the keys it signs with. */
  ssoUrl: string;
  certificates: readonly string[];
}

/** node-saml configured for these two. It checks neither times, audiences nor requests: see below. */
export function samlBetween({ entityId, acsUrl, ssoUrl, certificates }: Sides, more: Partial<SamlConfig> = {}): SAML {
  return new SAML({
    issuer: entityId,
    callbackUrl: acsUrl,
    entryPoint: ssoUrl,
    idpCert: [...certificates],
    // The provider decides how users authenticate: many reject a request that prescribes it.
    disableRequestedAuthnContext: true,
    // The domain checks audience, times and requests, by our clock and with requests that any process created.
    audience: false,
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
    ...more,
  });
}

/** Reads a response in base64. Throws SignInRefused unless it is well-formed and signed by one of the certificates. */
export async function verifyResponse(sides: Sides, response: string): Promise<Statement> {
  const form = requireForm(response);
  const assertion = await signedAssertion(sides, form);
  try {
    return { ...readAssertion(parseXml(assertion)), response: readResponse(form) };
  } catch (error) {
    throw new SignInRefused('form', (error as Error).message);
  }
}

/** The signed assertion, or that of the signed response around it; every signature present must be valid. */
async function signedAssertion(sides: Sides, { xml, responseSigned, assertionSigned }: WellFormed): Promise<string> {
  const signed = { wantAuthnResponseSigned: responseSigned, wantAssertionsSigned: assertionSigned };
  try {
    const { profile } = await samlBetween(sides, signed).validatePostResponseAsync({
      SAMLResponse: Buffer.from(xml).toString('base64'),
    });
    const assertion = profile?.getAssertionXml?.();
    if (assertion === undefined) throw new Error('There is no signed assertion');
    return assertion;
  } catch (error) {
    throw new SignInRefused('signature', (error as Error).message);
  }
}

function readResponse({ root, responseSigned }: WellFormed): Statement['response'] {
  if (attributeOf(root, 'Version') !== '2.0') throw new Error('The response is not of SAML 2.0');
  const [issuer, another] = childrenOf(root, ASSERTION, 'Issuer');
  if (another) throw new Error('The response has several issuers');
  const strange = childrenOf(root).find((child: XmlElement) => !isExpected(child));
  if (strange) throw new Error(`The response holds ${strange.localName}`);
  return {
    destination: attributeOf(root, 'Destination'),
    inResponseTo: attributeOf(root, 'InResponseTo'),
    issuer: issuer && textOf(issuer),
    signed: responseSigned,
  };
}

function isExpected({ localName, namespaceURI }: XmlElement): boolean {
  if (localName === 'Signature') return true;
  if (namespaceURI === PROTOCOL) return localName === 'Status' || localName === 'Extensions';
  return namespaceURI === ASSERTION && (localName === 'Issuer' || localName === 'Assertion');
}
