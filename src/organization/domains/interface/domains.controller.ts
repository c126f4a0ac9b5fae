import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiErrors } from '#kernel/interface/api-errors';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { Needs } from '#kernel/interface/needs';
import { ActsOnRecord, Scoped } from '#kernel/interface/route-flags';
import {
  AddOrganizationDomain,
  ProveOrganizationDomain,
  RemoveOrganizationDomain,
} from '../application/email-domain.commands.js';
import {
  GetOrganizationDomain,
  ListOrganizationDomains,
  LookUpDomainRecord,
} from '../application/email-domain.queries.js';
import { OrganizationDomainView } from '../application/email-domain.view.js';
import { AddOrganizationDomainBody } from './domain.body.js';

@ApiTags('single sign-on')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/domains')
@Scoped('organization:read', 'organization:write')
export class DomainsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The domains of e-mail addresses that an organization claims, by name. */
  @Get()
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'listOrganizationDomains' })
  @ApiPage(OrganizationDomainView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: PageParams,
  ): Promise<Page<OrganizationDomainView>> {
    return this.dispatcher.ask(new ListOrganizationDomains(caller, organizationId, toPageRequest(params)));
  }

  /**
   * Claims a domain. To prove that it is the organization's own, publish its `record` in the DNS. Several organizations may
   * prove the same domain; one takes at most 100.
   */
  @Post()
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'addOrganizationDomain' })
  @ApiErrors(409)
  async add(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: AddOrganizationDomainBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrganizationDomainView> {
    const domain = await this.dispatcher.run(new AddOrganizationDomain(caller, organizationId, body.domain));
    const view = await this.dispatcher.ask(new GetOrganizationDomain(caller, organizationId, domain));
    void reply.header('location', view.urls.location);
    return view;
  }

  @Get(':domain')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'getOrganizationDomain', summary: 'One domain that an organization claims.' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('domain') domain: string,
  ): Promise<OrganizationDomainView> {
    return this.dispatcher.ask(new GetOrganizationDomain(caller, organizationId, domain));
  }

  /**
   * Looks the record of a domain up in the DNS and proves the domain by it. Refused with 409 while the record does not have
   * the expected value, which can take a while after a change; with 503 when the DNS does not answer.
   */
  @Post(':domain/prove')
  @ActsOnRecord()
  @HttpCode(200)
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'proveOrganizationDomain' })
  @ApiErrors(409, 503)
  async prove(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('domain') domain: string,
  ): Promise<OrganizationDomainView> {
    const texts = await this.dispatcher.ask(new LookUpDomainRecord(caller, organizationId, domain));
    await this.dispatcher.run(new ProveOrganizationDomain(caller, organizationId, domain, texts));
    return this.dispatcher.ask(new GetOrganizationDomain(caller, organizationId, domain));
  }

  /** Removes a domain. Users with its addresses whom identity providers of the organization signed in are signed out. */
  @Delete(':domain')
  @HttpCode(204)
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'removeOrganizationDomain' })
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('domain') domain: string,
  ): Promise<void> {
    await this.dispatcher.run(new RemoveOrganizationDomain(caller, organizationId, domain));
  }
}
