import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { Scoped } from '#kernel/interface/route-flags';
import { GetRepositorySiteConfig } from '../application/site-config.commands.js';
import { RepositorySiteConfigView } from '../application/site-config.view.js';
import { RepositorySiteConfigBody } from './site-config.body.js';

@ApiTags('sites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/site-config')
@Scoped('site:read', 'site:write')
export class RepositorySiteConfigController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Reads what a Git repository says of its site. Changes nothing. An extension of Quire. */
  @Post()
  @HttpCode(200)
  @Needs('organization', 'create', 'The repository must be one that the server reaches.')
  @ApiOperation({ operationId: 'readRepositorySiteConfig' })
  read(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() { url, ref, repoProjectDirectory }: RepositorySiteConfigBody,
  ): Promise<RepositorySiteConfigView> {
    return this.dispatcher.ask(new GetRepositorySiteConfig(caller, organizationId, { url, ref }, repoProjectDirectory));
  }
}
