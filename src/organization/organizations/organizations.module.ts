import { Global, Module } from '@nestjs/common';
import { CreateOrganizationHandler } from './application/create-organization.js';
import { DeleteOrganizationHandler } from './application/delete-organization.js';
import { EnsureServerOrganizationHandler } from './application/ensure-server-organization.js';
import { UpdateAgentInstructionsHandler } from './application/update-agent-instructions.js';
import { UpdateOrganizationHandler } from './application/update-organization.js';
import { AgentInstructionsOfOrganizations } from './domain/agent-instructions.js';
import { Organizations } from './domain/organizations.js';
import { Subdomains } from './domain/subdomains.js';
import { AgentInstructionsStore } from './infrastructure/agent-instructions.store.js';
import { ListOrganizationsOfEmailDomainHandler } from './infrastructure/email-domain.reader.js';
import {
  AllowsAIHandler,
  GetOrganizationHandler,
  GetTaggedOrganizationHandler,
  ListOrganizationsHandler,
} from './infrastructure/organization.reader.js';
import { FindOrganizationHandler, OrganizationsByIdsHandler } from './infrastructure/known-organizations.reader.js';
import { OrganizationStore } from './infrastructure/organization.store.js';
import { GetAgentInstructionsHandler, GetSubdomainHandler } from './infrastructure/settings.reader.js';
import { SubdomainStore } from './infrastructure/subdomain.store.js';
import { ApiInformationController } from './interface/api-information.controller.js';
import { OrganizationSettingsController } from './interface/organization-settings.controller.js';
import { OrganizationsController } from './interface/organizations.controller.js';

/**
 * Organizations: the record and its settings, their subdomains, instructions for agents, and which permissions each
 * role gives. Everything else of Quire belongs to an organization, so this is a core area.
 *
 * Tables: `organization`, `subdomain`, `agent_instructions`. Events: `organization.organization-created`. Jobs: none.
 */
@Global()
@Module({
  controllers: [ApiInformationController, OrganizationSettingsController, OrganizationsController],
  providers: [
    { provide: Organizations, useClass: OrganizationStore },
    { provide: Subdomains, useClass: SubdomainStore },
    { provide: AgentInstructionsOfOrganizations, useClass: AgentInstructionsStore },
    CreateOrganizationHandler,
    DeleteOrganizationHandler,
    EnsureServerOrganizationHandler,
    UpdateAgentInstructionsHandler,
    UpdateOrganizationHandler,
    ListOrganizationsOfEmailDomainHandler,
    GetOrganizationHandler,
    GetTaggedOrganizationHandler,
    ListOrganizationsHandler,
    AllowsAIHandler,
    FindOrganizationHandler,
    OrganizationsByIdsHandler,
    GetSubdomainHandler,
    GetAgentInstructionsHandler,
  ],
  exports: [Organizations],
})
export class OrganizationsModule {}
