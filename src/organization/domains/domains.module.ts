import { Module } from '@nestjs/common';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { AcceptDomainHandler } from './application/accept-domain.js';
import { AddOrganizationDomainHandler } from './application/add-organization-domain.js';
import { ProveOrganizationDomainHandler } from './application/prove-organization-domain.js';
import { RemoveOrganizationDomainHandler } from './application/remove-organization-domain.js';
import { DomainRecords, EmailDomains } from './domain/email-domains.js';
import { DnsRecords } from './infrastructure/dns-records.js';
import {
  GetOrganizationDomainHandler,
  ListOrganizationDomainsHandler,
  LookUpDomainRecordHandler,
} from './infrastructure/email-domain.reader.js';
import { EmailDomainStore } from './infrastructure/email-domain.store.js';
import { DomainsController } from './interface/domains.controller.js';

/**
 * The domains of e-mail addresses that organizations claim and prove, for which alone their identity providers and their
 * provisioning may speak.
 *
 * Tables: `email_domain`. Events: none. Jobs: none.
 */
@Module({
  imports: [SignInModule],
  controllers: [DomainsController],
  providers: [
    { provide: EmailDomains, useClass: EmailDomainStore },
    { provide: DomainRecords, useClass: DnsRecords },
    AddOrganizationDomainHandler,
    ProveOrganizationDomainHandler,
    AcceptDomainHandler,
    RemoveOrganizationDomainHandler,
    ListOrganizationDomainsHandler,
    GetOrganizationDomainHandler,
    LookUpDomainRecordHandler,
  ],
  exports: [EmailDomains],
})
export class DomainsModule {}
