import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { AnswersOther, ForScripts } from '#kernel/interface/route-flags';
import { CreateInstallationToken } from '../application/token.commands.js';
import { APITemporaryTokenView } from '../application/token.view.js';

@ApiTags('installations')
@ApiBearerAuth()
@Controller('v1/integrations/:integrationName/installations/:installationId/tokens')
export class InstallationTokensController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Makes a token of an installation, for the script of its integration. It is valid for an hour. */
  @Post()
  @HttpCode(200)
  @ForScripts()
  @AnswersOther()
  @Needs('organization', 'admin', 'Only the script of the integration gets tokens.')
  @ApiOperation({ operationId: 'createIntegrationInstallationToken' })
  async create(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('installationId') installationId: string,
  ): Promise<APITemporaryTokenView> {
    return { token: await this.dispatcher.run(new CreateInstallationToken(caller, name, installationId)) };
  }
}
