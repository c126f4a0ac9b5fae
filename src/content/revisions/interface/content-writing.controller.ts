import { Body, Controller, Headers, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { ApiAddress } from '#kernel/application/api-address';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { headersOf } from '#kernel/interface/open-api/headers';
import { ActsOnRecord, ForScripts, Scoped, TakesContent } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { ChangesView } from './changes.view.js';
import { ChangeContent } from '../application/content-changes.js';
import { ChangeContentBody } from './content-changes.body.js';
import { toChange } from './content-changes.js';
import { BATCHES } from './content-examples.js';

@ApiTags('space content')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/content')
@Scoped('space:read', 'space:write')
export class ContentWritingController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly address: ApiAddress,
  ) {}

  /** Changes the live content: 1 to 50 changes in their order, all or none, in one new revision. An extension of Quire. */
  @Post()
  @HttpCode(200)
  @ForScripts('space:content:write')
  @Needs('space', 'edit', 'Nobody changes a space that is locked.')
  @TakesContent()
  @ApiOperation({ operationId: 'updateSpaceContent' })
  @ActsOnRecord('content')
  @ApiBody({ type: ChangeContentBody, examples: BATCHES })
  @ApiOkResponse({ type: ChangesView, headers: headersOf('Location') })
  async change(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Body() body: ChangeContentBody,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangesView> {
    const outcome = await this.dispatcher.run(new ChangeContent(caller, spaceId, body.changes.map(toChange), ifMatch));
    void reply.header('location', `${this.address.url}/v1/spaces/${spaceId}/revisions/${outcome.revision}`);
    return {
      ...outcome,
      changes: outcome.changes.map((change) =>
        change.kind === 'deleted_page' ? change : { ...change, page: this.#pageView(spaceId, change.page.id) },
      ),
    };
  }

  #pageView(spaceId: string, id: string) {
    return {
      object: 'page' as const,
      id,
      urls: { location: `${this.address.url}/v1/spaces/${spaceId}/content/page/${id}` },
    };
  }
}
