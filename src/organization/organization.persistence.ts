import type { Growth } from '#kernel/domain/growth';
import { emailDomainSchema } from './domains/infrastructure/email-domain.store.js';
import { inviteSchema } from './invites/infrastructure/invite.store.js';
import { memberSchema } from './members/infrastructure/member.store.js';
import { userSchema } from './members/infrastructure/user.store.js';
import { Organization1790000000101 } from './migrations/1790000000101-organization.js';
import { Teams1790000000102 } from './migrations/1790000000102-teams.js';
import { Invites1790000000103 } from './migrations/1790000000103-invites.js';
import { Sessions1790000000104 } from './migrations/1790000000104-sessions.js';
import { Passwords1790000000105 } from './migrations/1790000000105-passwords.js';
import { Saml1790000000106 } from './migrations/1790000000106-saml.js';
import { AuditExports1790000070830 } from './migrations/1790000070830-audit-exports.js';
import { Audit1790000000107 } from './migrations/1790000000107-audit.js';
import { AuditActorType1790000000108 } from './migrations/1790000000108-audit-actor-type.js';
import { DeletedOrganizations1790000000109 } from './migrations/1790000000109-deleted-organizations.js';
import { EmailDomains1790000060570 } from './migrations/1790000060570-email-domains.js';
import { OpenIdConnect1790000060580 } from './migrations/1790000060580-openid-connect.js';
import { Provisioning1790000060590 } from './migrations/1790000060590-provisioning.js';
import { TeamTitles1790000060591 } from './migrations/1790000060591-team-titles.js';
import { SecondFactor1790000060600 } from './migrations/1790000060600-second-factor.js';
import { DemandedSecondFactor1790000060601 } from './migrations/1790000060601-demanded-second-factor.js';
import { organizationSchema } from './organizations/infrastructure/organization.store.js';
import { scimTokenSchema } from './provisioning/infrastructure/token/scim-token.store.js';
import { passwordSchema } from './sign-in/infrastructure/password/password.store.js';
import { passkeySchema } from './sign-in/infrastructure/second-factor/passkey.store.js';
import { recoveryCodesSchema } from './sign-in/infrastructure/second-factor/recovery-codes.store.js';
import { sessionSchema } from './sign-in/infrastructure/session/session.store.js';
import { oidcProviderSchema } from './single-sign-on/infrastructure/oidc/oidc-provider.store.js';
import { samlProviderSchema } from './single-sign-on/infrastructure/saml/saml-provider.store.js';
import { teamSchema } from './teams/infrastructure/team.store.js';
import { tokenSchema } from './tokens/infrastructure/token.store.js';

/** The tables of the Organization context: all but the audit trail lead to organizations, or are asked at each sign-in. */
export const organizationPersistence = {
  schema: 'organization',
  migrations: [
    Organization1790000000101,
    Teams1790000000102,
    Invites1790000000103,
    Sessions1790000000104,
    Audit1790000000107,
    AuditActorType1790000000108,
    Passwords1790000000105,
    Saml1790000000106,
    DeletedOrganizations1790000000109,
    EmailDomains1790000060570,
    OpenIdConnect1790000060580,
    Provisioning1790000060590,
    TeamTitles1790000060591,
    SecondFactor1790000060600,
    DemandedSecondFactor1790000060601,
    AuditExports1790000070830,
  ],
  shared: [
    ...['organization', 'subdomain', 'agent_instructions', 'member', 'invite', 'team', 'team_member'],
    ...['user', 'password', 'password_link', 'session', 'token', 'saml_provider', 'saml_sign_in', 'saml_assertion'],
    ...['email_domain', 'oidc_provider', 'oidc_client_secret', 'oidc_sign_in', 'oidc_session', 'oidc_logout_token'],
    ...['passkey', 'recovery_codes', 'passkey_registration', 'pending_sign_in'],
    ...['scim_token', 'scim_user', 'scim_group'],
  ],
  sealed: ['oidc_client_secret.secret_sealed', 'oidc_session.id_token_sealed'],
  growth: [
    {
      kind: 'organizations, members and teams',
      tables: [
        'organization',
        'subdomain',
        'agent_instructions',
        'member',
        'team',
        'team_member',
        'email_domain',
        'saml_provider',
        'oidc_provider',
        'oidc_client_secret',
        'scim_token',
        'scim_user',
        'scim_group',
      ],
      kept: 'until they are deleted',
    },
    {
      kind: 'users and tokens',
      tables: ['user', 'password', 'password_link', 'passkey', 'recovery_codes', 'token'],
      kept: 'until they are deleted',
    },
    {
      kind: 'sessions',
      tables: ['session', 'oidc_session'],
      kept: '30 days, or until they are ended',
      job: 'organization.purge-sessions',
    },
    {
      kind: 'sign-ins under way',
      tables: [
        'passkey_registration',
        'pending_sign_in',
        'saml_sign_in',
        'saml_assertion',
        'oidc_sign_in',
        'oidc_logout_token',
      ],
      kept: 'until they expire, within a day',
      job: 'organization.purge-sign-ins',
    },
    {
      kind: 'invites',
      tables: ['invite'],
      kept: '30 days after they end',
      job: 'organization.purge-invites',
    },
    {
      kind: 'audit trail',
      tables: ['audit_event'],
      kept: '{keep} days, then in files',
      setting: 'QUIRE_KEEP_AUDIT_DAYS',
      job: 'organization.export-audit',
    },
    {
      kind: 'files with old entries of the audit trail',
      tables: ['audit_export'],
      kept: 'for ever; a row for each file',
    },
  ] satisfies Growth[],
  entities: [
    organizationSchema,
    memberSchema,
    userSchema,
    tokenSchema,
    teamSchema,
    sessionSchema,
    inviteSchema,
    passwordSchema,
    passkeySchema,
    recoveryCodesSchema,
    samlProviderSchema,
    emailDomainSchema,
    oidcProviderSchema,
    scimTokenSchema,
  ],
};
