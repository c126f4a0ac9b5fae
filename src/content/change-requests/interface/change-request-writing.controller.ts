import { Body, Controller, Headers, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ActsOnRecord, ForScripts, Scoped, TakesContent } from '#kernel/interface/route-flags';
import { ChangeRequestedContent, type RequestChangesOutcome } from '../application/change-request.commands.js';
import { GetChangeRequest } from '../application/change-request.queries.js';
import { ChangeRequestView } from '../../revisions/application/change-request.view.js';
import { GetFiles } from '../../revisions/application/content.queries.js';
import { ChangeContentBody } from '../../revisions/interface/content-changes.body.js';
import { toChange } from '../../revisions/interface/content-changes.js';
import { BATCHES } from '../../revisions/interface/content-examples.js';
import { ChangeRequestByNumber } from '../../revisions/interface/change-request-by-number.js';
import { ChangeRequestPathParams as Path } from '../../revisions/interface/change-request.params.js';
import { CompatParams } from './change-request.body.js';
import { RequestedChangesView, type RequestedChangeView } from './requested-changes.view.js';

@ApiTags('change requests')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
@UseGuards(ChangeRequestByNumber)
@Scoped('space:read', 'space:write')
export class ChangeRequestWritingController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Changes the content of a change request: 1 to 50 changes in their order, all or none, in one new revision. */
  @Post('content')
  @HttpCode(200)
  @ForScripts('space:content:write')
  @Needs('space', 'edit')
  @TakesContent()
  @ApiOperation({ operationId: 'updateChangeRequestContent' })
  @ActsOnRecord('content')
  @ApiBody({ type: ChangeContentBody, examples: BATCHES })
  @ApiExtraModels(ChangeRequestView, RequestedChangesView)
  @ApiOkResponse({
    schema: { oneOf: [{ $ref: getSchemaPath(ChangeRequestView) }, { $ref: getSchemaPath(RequestedChangesView) }] },
  })
  async change(
    @CurrentCaller() caller: Caller,
    @Param() key: Path,
    @Query() { compat = true }: CompatParams,
    @Body() body: ChangeContentBody,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<ChangeRequestView | RequestedChangesView> {
    const changes = body.changes.map(toChange);
    const outcome = await this.dispatcher.run(new ChangeRequestedContent(caller, key, changes, ifMatch));
    const { view } = await this.dispatcher.ask(new GetChangeRequest(caller, key));
    return compat ? view : this.#viewOf(caller, key, view, outcome);
  }

  async #viewOf(
    caller: Caller,
    key: Path,
    changeRequest: ChangeRequestView,
    { changes, insertedFiles }: RequestChangesOutcome,
  ): Promise<RequestedChangesView> {
    const pageOf = (id: string) => ({
      object: 'page' as const,
      id,
      urls: { location: `${changeRequest.urls.location}/content/page/${id}` },
    });
    const entries = changes.map(({ kind, ...change }): RequestedChangeView => {
      const page = typeof change.page === 'string' ? change.page : pageOf(change.page.id);
      return { object: kind, ...change, page };
    });
    const view: RequestedChangesView = { changeRequest, changes: entries };
    if (insertedFiles.length > 0)
      view.insertedFiles = await this.dispatcher.ask(new GetFiles(caller, key, insertedFiles));
    return view;
  }
}
