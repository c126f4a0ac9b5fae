import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { newId } from '#kernel/domain/id';
import { selfSigned } from './self-signed.js';

export const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const MINUTE_MS = 60_000;

/** A request of the service provider, and its entity id. */
export interface Asked {
  requestId: string;
  acsUrl: string;
  entityId: string;
}

/** The differences of a response from a valid one. `null` leaves a part out. */
export interface Said {
  email?: string;
  nameIdFormat?: string | null;
  nameId?: string;
  attributes?: Record<string, string | string[]>;
  issuer?: string;
  audience?: string | null;
  recipient?: string | null;
  destination?: string | null;
  inResponseTo?: string | null;
  subjectInResponseTo?: string | null;
  /** Minutes from now. */
  from?: number;
  until?: number;
  status?: string;
  assertionId?: string;
  /** XML between the parts of the assertion. */
  more?: string;
}

export interface Signing {
  what?: 'assertion' | 'response' | 'both';
  key?: KeyObject;
  certificate?: string;
  method?: string;
  digest?: string;
  /** Replaces the result of the transforms. */
  transform?: { algorithm: string; yields: string };
}

/** A SAML identity provider with a key of its own, which states and signs whatever a test wants. */
export class TestIdentityProvider {
  readonly key: KeyObject;
  readonly certificate: string;

  constructor(readonly entityId = 'https://login.example.com/metadata') {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.key = pair.privateKey;
    this.certificate = selfSigned('login.example.com', pair);
  }

  /** The fields that an administrator enters. */
  get details() {
    return { entityID: this.entityId, ssoURL: 'https://login.example.com/sso?tenant=1', certificate: this.certificate };
  }

  /** A response as it is posted, in base64. */
  respond(asked: Asked, said: Said = {}, signing: Signing = {}): string {
    return encode(this.signed(this.response(asked, said), signing));
  }

  /** An unsigned response. */
  response(asked: Asked, said: Said = {}): string {
    const destination = attribute('Destination', said.destination, asked.acsUrl);
    const inResponseTo = attribute('InResponseTo', said.inResponseTo, asked.requestId);
    const status = said.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success';
    return (
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r${newId()}" Version="2.0" ` +
      `IssueInstant="${at(0)}"${destination}${inResponseTo}>` +
      `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${said.issuer ?? this.entityId}</saml:Issuer>` +
      `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>` +
      `${this.assertion(asked, said)}</samlp:Response>`
    );
  }

  /** An unsigned assertion. */
  assertion(asked: Asked, said: Said = {}): string {
    const email = said.email ?? 'ada@example.com';
    const format = attribute('Format', said.nameIdFormat, EMAIL_FORMAT);
    const { inResponseTo, subjectInResponseTo = inResponseTo } = said;
    const confirmation = [
      attribute('InResponseTo', subjectInResponseTo, asked.requestId),
      attribute('Recipient', said.recipient, asked.acsUrl),
      ` NotOnOrAfter="${at(said.until ?? 5)}"`,
    ].join('');
    const restriction =
      said.audience === null
        ? ''
        : `<saml:AudienceRestriction><saml:Audience>${said.audience ?? asked.entityId}</saml:Audience></saml:AudienceRestriction>`;
    return (
      `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.assertionId ?? `_a${newId()}`}" ` +
      `Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${said.issuer ?? this.entityId}</saml:Issuer>` +
      `<saml:Subject><saml:NameID${format}>${said.nameId ?? email}</saml:NameID>` +
      `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
      `<saml:SubjectConfirmationData${confirmation}/></saml:SubjectConfirmation></saml:Subject>` +
      `<saml:Conditions NotBefore="${at(said.from ?? -1)}" NotOnOrAfter="${at(said.until ?? 5)}">${restriction}</saml:Conditions>` +
      `<saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>` +
      `urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
      `${attributeStatement(said.attributes)}${said.more ?? ''}</saml:Assertion>`
    );
  }

  /** Signs a response, its assertion or both. */
  signed(xml: string, { what = 'assertion', ...signing }: Signing = {}): string {
    const inner = what === 'response' ? xml : this.#sign(xml, 'Assertion', signing);
    return what === 'assertion' ? inner : this.#sign(inner, 'Response', signing);
  }

  #sign(xml: string, name: 'Assertion' | 'Response', signing: Omit<Signing, 'what'>): string {
    const { key = this.key, certificate = this.certificate, transform } = signing;
    const signature = new SignedXml({
      privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
      publicCert: certificate,
      signatureAlgorithm: signing.method ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      canonicalizationAlgorithm: EXCLUSIVE,
    });
    if (transform) {
      const { algorithm, yields } = transform;
      class Yields {
        includeComments = false;
        process = () => yields;
        getAlgorithmName = () => algorithm;
      }
      Object.assign(signature.CanonicalizationAlgorithms, { [algorithm]: Yields });
    }
    signature.addReference({
      xpath: `//*[local-name()='${name}']`,
      transforms: [ENVELOPED, transform?.algorithm ?? EXCLUSIVE],
      digestAlgorithm: signing.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    });
    const reference = `//*[local-name()='${name}']/*[local-name()='Issuer']`;
    signature.computeSignature(xml, { prefix: 'ds', location: { reference, action: 'after' } });
    return signature.getSignedXml();
  }
}

export function encode(xml: string): string {
  return Buffer.from(xml).toString('base64');
}

function at(minutes: number): string {
  return new Date(Date.now() + minutes * MINUTE_MS).toISOString();
}

function attribute(name: string, said: string | null | undefined, should: string): string {
  return said === null ? '' : ` ${name}="${said ?? should}"`;
}

function attributeStatement(attributes: Said['attributes']): string {
  if (!attributes) return '';
  const all = Object.entries(attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${[values]
        .flat()
        .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  return `<saml:AttributeStatement>${all.join('')}</saml:AttributeStatement>`;
}
