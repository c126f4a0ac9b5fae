import { Injectable } from '@nestjs/common';
import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { Settings } from '#kernel/infrastructure/settings';
import type { SamlProvider } from '../../domain/saml/saml-provider.js';
import type { SamlProtocol } from '../../domain/saml/saml.ports.js';
import { SignInRefused } from '../../domain/saml/sign-in-refused.js';
import type { Statement } from '../../domain/saml/statement.js';
import { readAssertion } from './read-statement.js';
import { ASSERTION, PROTOCOL, requireForm, type WellFormed } from './response-form.js';
import { attributeOf, childrenOf, parseXml, textOf, type XmlElement } from './xml.js';

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/**
 * SAML by node-saml. It makes the messages and checks the signatures; what it hands back is read again here from the
 * bytes that were signed, and judged by the domain with the one clock of the application.
 */
@Injectable()
export class NodeSamlProtocol implements SamlProtocol {
  constructor(private readonly settings: Settings) {}

  serviceOf(providerId: string): { entityId: string; acsUrl: string; startUrl: string } {
    const address = `${this.settings.publicUrl}/saml/${providerId}`;
    return { entityId: `${address}/metadata`, acsUrl: `${address}/acs`, startUrl: `${address}/start` };
  }

  metadataOf(providerId: string): string {
    const { entityId, acsUrl } = this.serviceOf(providerId);
    return generateServiceProviderMetadata({
      issuer: entityId,
      callbackUrl: acsUrl,
      identifierFormat: EMAIL_FORMAT,
      wantAssertionsSigned: true,
      generateUniqueId: () => `_${providerId}`,
    });
  }

  requestAddress(provider: SamlProvider, requestId: string): Promise<string> {
    return this.#saml(provider, { requestId }).getAuthorizeUrlAsync('', undefined, {});
  }

  async read(provider: SamlProvider, response: string): Promise<Statement> {
    const form = requireForm(response);
    const assertion = await this.#signedAssertion(provider, form);
    try {
      return { ...readAssertion(parseXml(assertion)), response: readResponse(form) };
    } catch (error) {
      throw new SignInRefused('form', (error as Error).message);
    }
  }

  /** The assertion as its signature covers it, or that of the response around it; every signature there is must hold. */
  async #signedAssertion(provider: SamlProvider, form: WellFormed): Promise<string> {
    try {
      const { profile } = await this.#saml(provider, form).validatePostResponseAsync({
        SAMLResponse: Buffer.from(form.xml).toString('base64'),
      });
      const assertion = profile?.getAssertionXml?.();
      if (assertion === undefined) throw new Error('There is no signed assertion');
      return assertion;
    } catch (error) {
      throw new SignInRefused('signature', (error as Error).message);
    }
  }

  #saml(
    provider: SamlProvider,
    { requestId, responseSigned = false, assertionSigned = true }: Partial<WellFormed> & { requestId?: string },
  ): SAML {
    const { entityId, acsUrl } = this.serviceOf(provider.id);
    return new SAML({
      issuer: entityId,
      callbackUrl: acsUrl,
      entryPoint: provider.ssoUrl,
      idpCert: provider.trust.certificates,
      identifierFormat: EMAIL_FORMAT,
      // How people show who they are is the provider's business: many refuse to be told.
      disableRequestedAuthnContext: true,
      wantAuthnResponseSigned: responseSigned,
      wantAssertionsSigned: assertionSigned,
      // Audience, times and requests are the domain's to judge, by our clock and with requests that any process made.
      audience: false,
      acceptedClockSkewMs: -1,
      validateInResponseTo: ValidateInResponseTo.never,
      ...(requestId !== undefined && { generateUniqueId: () => requestId }),
    });
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
