import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { AdmitPersonHandler } from './application/admit-person.js';
import { AnswerSignInHandler } from './application/answer-sign-in.js';
import { CreateSamlProviderHandler } from './application/create-saml-provider.js';
import { DeleteSamlProviderHandler } from './application/delete-saml-provider.js';
import { FinishSignInHandler } from './application/finish-sign-in.js';
import { RecordRefusedSignInHandler } from './application/record-refused-sign-in.js';
import { StartSignInHandler } from './application/start-sign-in.js';
import { UpdateSamlProviderHandler } from './application/update-saml-provider.js';
import { SamlProtocol, SamlProviders, SignIns } from './domain/saml.ports.js';
import { NodeSamlProtocol } from './infrastructure/node-saml.protocol.js';
import { PurgeSignInsJob } from './infrastructure/purge-sign-ins.job.js';
import { ResponseVerifier } from './infrastructure/response-verifier.js';
import {
  GetSamlProviderHandler,
  GetServiceMetadataHandler,
  HasActiveProviderHandler,
  ListSamlProvidersHandler,
  ReadSignInResponseHandler,
} from './infrastructure/saml-provider.reader.js';
import { SamlProviderStore } from './infrastructure/saml-provider.store.js';
import { SignInStore } from './infrastructure/sign-in.store.js';
import { FindSsoLoginsHandler, ListSsoLoginsHandler } from './infrastructure/sso-login.reader.js';
import { SamlProvidersController } from './interface/saml-providers.controller.js';
import { SamlSignInController } from './interface/saml-sign-in.controller.js';
import { SsoController } from './interface/sso.controller.js';

/**
 * Single sign-on: the SAML identity providers of organizations, and signing in by them.
 *
 * Tables: `saml_provider`, `saml_sign_in`, `saml_assertion`. Events: none. Jobs: `organization.purge-sign-ins`, every ten
 * minutes. SAML responses are parsed in a worker thread (`saml-worker.ts`).
 */
@Module({
  imports: [SignInModule, DomainsModule],
  controllers: [SamlProvidersController, SamlSignInController, SsoController],
  providers: [
    { provide: SamlProviders, useClass: SamlProviderStore },
    { provide: SignIns, useClass: SignInStore },
    { provide: SamlProtocol, useClass: NodeSamlProtocol },
    ResponseVerifier,
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
