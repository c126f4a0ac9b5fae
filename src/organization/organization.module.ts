import { Module } from '@nestjs/common';
import { AuditModule } from './audit/audit.module.js';
import { DomainsModule } from './domains/domains.module.js';
import { InvitesModule } from './invites/invites.module.js';
import { MailModule } from './mail/mail.module.js';
import { MembersModule } from './members/members.module.js';
import { OrganizationsModule } from './organizations/organizations.module.js';
import { ProvisioningModule } from './provisioning/provisioning.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { SingleSignOnModule } from './single-sign-on/single-sign-on.module.js';
import { TeamsModule } from './teams/teams.module.js';
import { TokensModule } from './tokens/tokens.module.js';

/** Who is who, and who may do what. */
@Module({
  imports: [
    AuditModule,
    DomainsModule,
    InvitesModule,
    MailModule,
    MembersModule,
    OrganizationsModule,
    ProvisioningModule,
    SignInModule,
    SingleSignOnModule,
    TeamsModule,
    TokensModule,
  ],
})
export class OrganizationModule {}
