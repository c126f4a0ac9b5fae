import { Module } from '@nestjs/common';
import { GuardedOutbound, Outbound } from '#outbound';
import { Settings } from '#kernel/infrastructure/settings';
import { DomainsModule } from '../domains/domains.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { AdmitPersonHandler } from './application/admit-person.js';
import { BeginOidcSignInHandler } from './application/oidc/begin-oidc-sign-in.js';
import { CreateOidcProviderHandler } from './application/oidc/create-oidc-provider.js';
import { DeleteOidcProviderHandler } from './application/oidc/delete-oidc-provider.js';
import { EndProviderSessionsHandler } from './application/oidc/end-provider-sessions.js';
import { FinishOidcSignInHandler } from './application/oidc/finish-oidc-sign-in.js';
import { TakeOidcSignInHandler } from './application/oidc/take-oidc-sign-in.js';
import { UpdateOidcProviderHandler } from './application/oidc/update-oidc-provider.js';
import { AnswerSignInHandler } from './application/saml/answer-sign-in.js';
import { CreateSamlProviderHandler } from './application/saml/create-saml-provider.js';
import { DeleteSamlProviderHandler } from './application/saml/delete-saml-provider.js';
import { FinishSignInHandler } from './application/saml/finish-sign-in.js';
import { RecordRefusedSignInHandler } from './application/record-refused-sign-in.js';
import { StartSignInHandler } from './application/saml/start-sign-in.js';
import { UpdateSamlProviderHandler } from './application/saml/update-saml-provider.js';
import { OidcProtocol, OidcProviders, OidcSignIns } from './domain/oidc/oidc.ports.js';
import { SamlProtocol, SamlProviders, SignIns } from './domain/saml/saml.ports.js';
import { Vouchers } from './domain/voucher.js';
import { GetOidcProviderHandler, ListOidcProvidersHandler } from './infrastructure/oidc/oidc-provider.reader.js';
import { OidcProviderStore } from './infrastructure/oidc/oidc-provider.store.js';
import {
  ExchangeCodeHandler,
  FindSignOutElsewhereHandler,
  GetRequestAddressHandler,
  ReadLogoutTokenHandler,
} from './infrastructure/oidc/oidc-sign-in.reader.js';
import { OidcSignInStore } from './infrastructure/oidc/oidc-sign-in.store.js';
import { OpenIdProtocol } from './infrastructure/oidc/openid.protocol.js';
import { NodeSamlProtocol } from './infrastructure/saml/node-saml.protocol.js';
import { PurgeSignInsJob } from './infrastructure/purge-sign-ins.job.js';
import { ResponseVerifier } from './infrastructure/saml/response-verifier.js';
import {
  GetSamlProviderHandler,
  GetServiceMetadataHandler,
  ListSamlProvidersHandler,
  ReadSignInResponseHandler,
} from './infrastructure/saml/saml-provider.reader.js';
import { SamlProviderStore } from './infrastructure/saml/saml-provider.store.js';
import { SignInStore } from './infrastructure/saml/sign-in.store.js';
import {
  FindSsoLoginsHandler,
  HasActiveProviderHandler,
  ListSsoLoginsHandler,
} from './infrastructure/sso-login.reader.js';
import { VouchersStore } from './infrastructure/vouchers.store.js';
import { OidcProvidersController } from './interface/oidc/oidc-providers.controller.js';
import { OidcSignInController } from './interface/oidc/oidc-sign-in.controller.js';
import { SignInSteps } from './interface/sign-in-steps.js';
import { SsoLoginsController } from './interface/sso-logins.controller.js';
import { SamlProvidersController } from './interface/saml/saml-providers.controller.js';
import { SamlSignInController } from './interface/saml/saml-sign-in.controller.js';
import { SsoController } from './interface/sso.controller.js';

/**
 * Single sign-on: the identity providers of organizations, by SAML and by OpenID Connect, and signing in by them.
 *
 * Tables: `saml_provider`, `saml_sign_in`, `saml_assertion`; `oidc_provider`, `oidc_client_secret`, `oidc_sign_in`,
 * `oidc_session`, `oidc_logout_token`. Events: none. Jobs: `organization.purge-sign-ins`, every ten
 * minutes. SAML responses are parsed in a worker process (`saml-worker.ts`).
 */
@Module({
  imports: [SignInModule, DomainsModule],
  controllers: [
    OidcProvidersController,
    OidcSignInController,
    SamlProvidersController,
    SamlSignInController,
    SsoController,
    SsoLoginsController,
  ],
  providers: [
    { provide: SamlProviders, useClass: SamlProviderStore },
    { provide: SignIns, useClass: SignInStore },
    { provide: SamlProtocol, useClass: NodeSamlProtocol },
    { provide: OidcProviders, useClass: OidcProviderStore },
    { provide: OidcSignIns, useClass: OidcSignInStore },
    { provide: OidcProtocol, useClass: OpenIdProtocol },
    { provide: Vouchers, useClass: VouchersStore },
    {
      provide: Outbound,
      inject: [Settings],
      useFactory: ({ outboundAllow }: Settings) => new GuardedOutbound({ allow: outboundAllow }),
    },
    ResponseVerifier,
    SignInSteps,
    BeginOidcSignInHandler,
    CreateOidcProviderHandler,
    DeleteOidcProviderHandler,
    EndProviderSessionsHandler,
    FinishOidcSignInHandler,
    TakeOidcSignInHandler,
    UpdateOidcProviderHandler,
    ListOidcProvidersHandler,
    GetOidcProviderHandler,
    GetRequestAddressHandler,
    ExchangeCodeHandler,
    ReadLogoutTokenHandler,
    FindSignOutElsewhereHandler,
    AdmitPersonHandler,
    AnswerSignInHandler,
    CreateSamlProviderHandler,
    DeleteSamlProviderHandler,
    FinishSignInHandler,
    RecordRefusedSignInHandler,
    StartSignInHandler,
    UpdateSamlProviderHandler,
    PurgeSignInsJob,
    ListSamlProvidersHandler,
    GetSamlProviderHandler,
    GetServiceMetadataHandler,
    ReadSignInResponseHandler,
    HasActiveProviderHandler,
    ListSsoLoginsHandler,
    FindSsoLoginsHandler,
  ],
})
export class SingleSignOnModule {}
