import type { Provider } from '@nestjs/common';
import { SamlOrganizations, SamlProtocol, SamlProviders, SignIns } from '../../domain/saml/saml.ports.js';
import { NodeSamlProtocol } from './node-saml.protocol.js';
import { ResponseVerifier } from './response-verifier.js';
import { SamlOrganizationStore } from './saml-organization.store.js';
import { SamlProviderStore } from './saml-provider.store.js';
import { SignInStore } from './sign-in.store.js';

/** What stands behind the ports of single sign-on. */
export const signInProviders: Provider[] = [
  { provide: SamlProviders, useClass: SamlProviderStore },
  { provide: SamlOrganizations, useClass: SamlOrganizationStore },
  ResponseVerifier,
  { provide: SamlProtocol, useClass: NodeSamlProtocol },
  { provide: SignIns, useClass: SignInStore },
];
