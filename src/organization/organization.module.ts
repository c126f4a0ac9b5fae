import { Module } from '@nestjs/common';
import { CreateOrganizationHandler } from './application/create-organization.js';
import { CreateTokenHandler } from './application/create-token.js';
import { CreateUserHandler } from './application/create-user.js';
import { EnsureAdministratorHandler } from './application/ensure-administrator.js';
import { NoteTokenUseHandler } from './application/note-token-use.js';
import { RevokeTokenHandler } from './application/revoke-token.js';
import { EndSessionsHandler } from './application/session/end-sessions.js';
import { AdmitPersonHandler } from './application/saml/admit-person.js';
import { AnswerSignInHandler } from './application/saml/answer-sign-in.js';
import { CreateSamlProviderHandler } from './application/saml/create-saml-provider.js';
import { DeleteSamlProviderHandler } from './application/saml/delete-saml-provider.js';
import { FinishSignInHandler } from './application/saml/finish-sign-in.js';
import { NoteRefusedSignInHandler } from './application/saml/note-refused-sign-in.js';
import { StartSignInHandler } from './application/saml/start-sign-in.js';
import { UpdateSamlProviderHandler } from './application/saml/update-saml-provider.js';
import { OpenSessionHandler } from './application/session/open-session.js';
import { Members, Organizations, Tokens, Users } from './domain/ports.js';
import { SamlMembers, SamlProtocol, SamlProviders, SignIns } from './domain/saml/saml.ports.js';
import { Sessions } from './domain/session/sessions.js';
import { memberSchema, MemberStore } from './infrastructure/member.store.js';
import { Organization1790000000101 } from './infrastructure/migrations/1790000000101-organization.js';
import { GetOrganizationHandler, ListOrganizationsHandler } from './infrastructure/organization.reader.js';
import { Sessions1790000000104 } from './infrastructure/migrations/1790000000104-sessions.js';
import { Saml1790000000106 } from './infrastructure/migrations/1790000000106-saml.js';
import { Teams1790000000102 } from './infrastructure/migrations/1790000000102-teams.js';
import { NodeSamlProtocol } from './infrastructure/saml/node-saml.protocol.js';
import { PurgeSignInsJob } from './infrastructure/saml/purge-sign-ins.job.js';
import { SamlMemberStore } from './infrastructure/saml/saml-member.store.js';
import {
  GetSamlProviderHandler,
  GetServiceMetadataHandler,
  ListSamlProvidersHandler,
  ListSsoLoginsHandler,
} from './infrastructure/saml/saml-provider.reader.js';
import { samlProviderSchema, SamlProviderStore } from './infrastructure/saml/saml-provider.store.js';
import { SignInStore } from './infrastructure/saml/sign-in.store.js';
import { PurgeSessionsJob } from './infrastructure/session/purge-sessions.job.js';
import { sessionSchema, SessionStore } from './infrastructure/session/session.store.js';
import { organizationSchema, OrganizationStore } from './infrastructure/organization.store.js';
import { GetTokenHandler, ListTokensHandler } from './infrastructure/token.reader.js';
import { tokenSchema, TokenStore } from './infrastructure/token.store.js';
import { CallerBySessionHandler, CallerByTokenHandler, CallerOfUserHandler } from './infrastructure/caller.reader.js';
import { GetCurrentUserHandler, UserByEmailHandler, UsersByIdsHandler } from './infrastructure/user.reader.js';
import { userSchema, UserStore } from './infrastructure/user.store.js';
import { ApiInformationController } from './interface/api-information.controller.js';
import { OrganizationsController } from './interface/organizations.controller.js';
import { SamlProvidersController } from './interface/saml/saml-providers.controller.js';
import { SamlSignInController } from './interface/saml/saml-sign-in.controller.js';
import { UserController } from './interface/user.controller.js';

/** The tables of the Organization context. */
export const organizationPersistence = {
  schema: 'organization',
  migrations: [Organization1790000000101, Teams1790000000102, Sessions1790000000104, Saml1790000000106],
  entities: [organizationSchema, memberSchema, userSchema, tokenSchema, sessionSchema, samlProviderSchema],
};

/** Who is who, and who may do what. */
@Module({
  controllers: [
    ApiInformationController,
    OrganizationsController,
    SamlProvidersController,
    SamlSignInController,
    UserController,
  ],
  providers: [
    { provide: Organizations, useClass: OrganizationStore },
    { provide: Members, useClass: MemberStore },
    { provide: Users, useClass: UserStore },
    { provide: Tokens, useClass: TokenStore },
    { provide: Sessions, useClass: SessionStore },
    { provide: SamlProviders, useClass: SamlProviderStore },
    { provide: SamlMembers, useClass: SamlMemberStore },
    { provide: SamlProtocol, useClass: NodeSamlProtocol },
    { provide: SignIns, useClass: SignInStore },
    AdmitPersonHandler,
    AnswerSignInHandler,
    CallerBySessionHandler,
    CallerByTokenHandler,
    CallerOfUserHandler,
    CreateOrganizationHandler,
    CreateSamlProviderHandler,
    CreateTokenHandler,
    CreateUserHandler,
    DeleteSamlProviderHandler,
    EndSessionsHandler,
    EnsureAdministratorHandler,
    FinishSignInHandler,
    GetCurrentUserHandler,
    GetOrganizationHandler,
    GetSamlProviderHandler,
    GetServiceMetadataHandler,
    GetTokenHandler,
    ListOrganizationsHandler,
    ListSamlProvidersHandler,
    ListSsoLoginsHandler,
    ListTokensHandler,
    NoteRefusedSignInHandler,
    NoteTokenUseHandler,
    OpenSessionHandler,
    PurgeSessionsJob,
    PurgeSignInsJob,
    RevokeTokenHandler,
    StartSignInHandler,
    UpdateSamlProviderHandler,
    UserByEmailHandler,
    UsersByIdsHandler,
  ],
})
export class OrganizationModule {}
