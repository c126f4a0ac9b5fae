import { Injectable } from '@nestjs/common';
import { Settings } from '#kernel/infrastructure/settings';
import type { SamlProvider } from '../../domain/saml/saml-provider.js';
import type { SamlProtocol } from '../../domain/saml/saml.ports.js';
import type { Statement } from '../../domain/saml/statement.js';
import { ResponseVerifier } from './response-verifier.js';
import type { Sides } from './verify-response.js';

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/**
 * SAML by node-saml, which creates messages and checks signatures. The content is parsed again here from the bytes that
 * were signed, and judged by the domain with the application's clock. It is loaded when it is first used: most servers
 * have no provider of SAML.
 */
@Injectable()
export class NodeSamlProtocol implements SamlProtocol {
  constructor(
    private readonly settings: Settings,
    private readonly verifier: ResponseVerifier,
  ) {}

  serviceOf(providerId: string): { entityId: string; acsUrl: string; startUrl: string } {
    const address = `${this.settings.publicUrl}/saml/${providerId}`;
    return { entityId: `${address}/metadata`, acsUrl: `${address}/acs`, startUrl: `${address}/start` };
  }

  async metadataOf(providerId: string): Promise<string> {
    const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
    const { entityId, acsUrl } = this.serviceOf(providerId);
    return generateServiceProviderMetadata({
      issuer: entityId,
      callbackUrl: acsUrl,
      identifierFormat: EMAIL_FORMAT,
      wantAssertionsSigned: true,
      generateUniqueId: () => `_${providerId}`,
    });
  }

  async requestAddress(provider: SamlProvider, requestId: string): Promise<string> {
    const { samlBetween } = await import('./verify-response.js');
    const saml = samlBetween(this.#sidesOf(provider), {
      identifierFormat: EMAIL_FORMAT,
      generateUniqueId: () => requestId,
    });
    return saml.getAuthorizeUrlAsync('', undefined, {});
  }

  read(provider: SamlProvider, response: string): Promise<Statement> {
    return this.verifier.verify(this.#sidesOf(provider), response);
  }

  #sidesOf({ id, ssoUrl, trust }: SamlProvider): Sides {
    const { entityId, acsUrl } = this.serviceOf(id);
    return { entityId, acsUrl, ssoUrl, certificates: trust.certificates };
  }
}
