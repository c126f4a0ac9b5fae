import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { headersOf } from '#kernel/interface/open-api/headers';
import { ForScripts, Scoped } from '#kernel/interface/route-flags';
import { FindChangeRequestId } from '../../revisions/application/find-change-request-id.js';
import { toTemplateReference } from '../../spaces/interface/template/template.body.js';
import { ApplyTemplate } from '../application/template.commands.js';
import { ApplyTemplateBody } from './template.body.js';

@ApiTags('space content')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/content')
@Scoped('space:read', 'space:write')
export class TemplateController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly address: ApiAddress,
  ) {}

  /**
   * Adds a copy of a template to the live content of a space, or to that of a change request of it. A template is a
   * space that its administrators have marked as one; only its own organization can use it.
   */
  @Post('template')
  @ForScripts('space:content:write')
  @Needs('space', 'edit', 'And the role read in the template. Nobody changes a space that is locked.')
  @ApiOperation({ operationId: 'applyTemplateToSpace' })
  @ApiCreatedResponse({ headers: headersOf('Location') })
  async apply(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Body() body: ApplyTemplateBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { changeRequestId } = body;
    const into =
      changeRequestId && (await this.dispatcher.ask(new FindChangeRequestId(caller, spaceId, changeRequestId)));
    const command = new ApplyTemplate(caller, spaceId, toTemplateReference(body), into);
    const revision = await this.dispatcher.run(command);
    void reply.header('location', `${this.address.url}/v1/spaces/${spaceId}/revisions/${revision}`);
  }
}
