import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { AgentInstructionsView } from '../application/agent-instructions.view.js';
import { EmailDomainView } from '../application/email-domain.view.js';
import { UpdateAgentInstructions } from '../application/organization.commands.js';
import {
  GetAgentInstructions,
  GetSubdomain,
  ListOrganizationsOfEmailDomain,
} from '../application/organization.queries.js';
import { SubdomainView } from '../application/subdomain.view.js';
import { UpdateAgentInstructionsBody } from './agent-instructions.body.js';

@ApiTags('organizations')
@ApiBearerAuth()
@Controller('v1')
@Scoped('organization:read', 'organization:write')
export class OrganizationSettingsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** What agents are told in an organization. Empty until an administrator writes something. */
  @Get('orgs/:organizationId/agent-instructions')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'getOrganizationAgentInstructions' })
  getAgentInstructions(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
  ): Promise<AgentInstructionsView> {
    return this.dispatcher.ask(new GetAgentInstructions(caller, organizationId));
  }

  /** Writes what agents are told in an organization. Only its administrators may. */
  @Put('orgs/:organizationId/agent-instructions')
  @Needs('organization', 'admin')
  @TakesUpTo(700_000)
  @ApiOperation({ operationId: 'updateOrganizationAgentInstructions' })
  async updateAgentInstructions(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: UpdateAgentInstructionsBody,
  ): Promise<AgentInstructionsView> {
    await this.dispatcher.run(new UpdateAgentInstructions(caller, organizationId, body.instructions));
    return this.dispatcher.ask(new GetAgentInstructions(caller, organizationId));
  }

  /** What a subdomain leads to. It follows the `hostname` of the organization, and is shown to who belongs to that. */
  @Get('subdomains/:subdomain')
  @Needs('user', 'Shows those of organizations the caller is a member of.')
  @ApiOperation({ operationId: 'getSubdomain' })
  getSubdomain(@CurrentCaller() caller: Caller, @Param('subdomain') subdomain: string): Promise<SubdomainView> {
    return this.dispatcher.ask(new GetSubdomain(caller, subdomain));
  }

  /**
   * The organizations that let in users of an e-mail domain. Shown are those the caller belongs to and, when the domain
   * is that of the caller's own verified address, those the caller may join; of these only what one needs to choose.
   */
  @Get('email-domains/:emailDomain/orgs')
  @Needs('user', 'Shows those the caller is a member of, or may join.')
  @ApiOperation({ operationId: 'getOrganizationsForEmailDomain' })
  listOfEmailDomain(
    @CurrentCaller() caller: Caller,
    @Param('emailDomain') emailDomain: string,
  ): Promise<EmailDomainView> {
    return this.dispatcher.ask(new ListOrganizationsOfEmailDomain(caller, emailDomain));
  }
}
