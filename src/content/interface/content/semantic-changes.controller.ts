import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { Scoped } from '#kernel/interface/route-flags';
import { GetSemanticChanges } from '../../application/content/content.queries.js';
import { SemanticChangesView } from '../../application/content/semantic-changes.view.js';
import { ChangeRequestPathParams } from '../change-request/change-request.body.js';
import { RevisionPathParams } from './content.params.js';
import { ChangesParams, DEFAULT_CHANGES, RevisionChangesParams, SEMANTIC_CHANGES } from './semantic-changes.body.js';

@ApiBearerAuth()
@ApiExtraModels(...SEMANTIC_CHANGES)
@Controller('v1/spaces/:spaceId')
@Scoped('space:read', 'space:write')
export class SemanticChangesController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** What a change request changes against what it holds of its space. */
  @Get('change-requests/:changeRequestId/changes')
  @ApiTags('change requests')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getChangeRequestChanges' })
  @ApiOkResponse({ type: SemanticChangesView })
  ofChangeRequest(
    @CurrentCaller() caller: Caller,
    @Param() target: ChangeRequestPathParams,
    @Query() { limit = DEFAULT_CHANGES }: ChangesParams,
  ): Promise<SemanticChangesView> {
    return this.dispatcher.ask(new GetSemanticChanges(caller, target, limit));
  }

  /** What a revision changed against the one it was made from; of a merge, against what the space was before. */
  @Get('revisions/:revisionId/changes')
  @ApiTags('revisions')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getRevisionSemanticChanges' })
  @ApiOkResponse({ type: SemanticChangesView })
  ofRevision(
    @CurrentCaller() caller: Caller,
    @Param() target: RevisionPathParams,
    @Query() { limit = DEFAULT_CHANGES }: RevisionChangesParams,
  ): Promise<SemanticChangesView> {
    return this.dispatcher.ask(new GetSemanticChanges(caller, target, limit));
  }
}
