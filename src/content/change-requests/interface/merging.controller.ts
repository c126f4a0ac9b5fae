import { BadRequestException, Body, Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiErrors } from '#kernel/interface/api-errors';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { toPageRequest } from '#kernel/interface/page.params';
import { ActsOnRecord, AnswersOther, ForScripts, Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import {
  BringUpToDate,
  MergeChangeRequest,
  ResolveConflict,
  type ConflictChoice,
} from '../application/change-request.commands.js';
import { GetConflict, ListConflicts } from '../application/change-request.queries.js';
import { ConflictView } from '../application/conflict.view.js';
import { ChangeRequestByNumber } from '../../revisions/interface/change-request-by-number.js';
import { ChangeRequestPathParams as Path } from '../../revisions/interface/change-request.params.js';
import {
  ConflictParams,
  ConflictPathParams,
  MergeResultView,
  ResolveConflictBody,
  UpdateResultView,
} from './merging.body.js';

@ApiTags('change requests')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
@UseGuards(ChangeRequestByNumber)
@Scoped('space:read', 'space:write')
export class MergingController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Merges a change request into its space, for good. Where both changed the same, that of the space stands. */
  @Post('merge')
  @ActsOnRecord()
  @HttpCode(200)
  @ForScripts('space:content:write')
  @Needs('space', 'edit', 'Nobody merges into a space that is locked, or against its merge rules.')
  @AnswersOther()
  @ApiOperation({ operationId: 'mergeChangeRequest' })
  @ApiOkResponse({ type: MergeResultView })
  @ApiErrors(412)
  merge(@CurrentCaller() caller: Caller, @Param() key: Path): Promise<MergeResultView> {
    return this.dispatcher.run(new MergeChangeRequest(caller, key));
  }

  /** Merges what its space has become into a change request. Where both changed the same, that of the space stands. */
  @Post('update')
  @ActsOnRecord()
  @HttpCode(200)
  @ForScripts('space:content:write')
  @Needs('space', 'edit')
  @AnswersOther()
  @ApiOperation({ operationId: 'updateChangeRequest' })
  @ApiOkResponse({ type: UpdateResultView })
  update(@CurrentCaller() caller: Caller, @Param() key: Path): Promise<UpdateResultView> {
    return this.dispatcher.run(new BringUpToDate(caller, key));
  }

  /** The conflicts that merging or updating a change request left. An extension of Quire. */
  @Get('conflicts')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listChangeRequestConflicts' })
  @ApiPage(ConflictView)
  conflicts(
    @CurrentCaller() caller: Caller,
    @Param() key: Path,
    @Query() params: ConflictParams,
  ): Promise<Page<ConflictView>> {
    return this.dispatcher.ask(new ListConflicts(caller, key, params.status, toPageRequest(params)));
  }

  /** One conflict, with every version of what it is about. An extension of Quire. */
  @Get('conflicts/:conflictId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getChangeRequestConflict' })
  conflict(
    @CurrentCaller() caller: Caller,
    @Param() { conflictId, ...key }: ConflictPathParams,
  ): Promise<ConflictView> {
    return this.dispatcher.ask(new GetConflict(caller, key, conflictId));
  }

  /**
   * Settles a conflict, in the content of the change request or, once that is merged, in that of its space. An extension
   * of Quire.
   */
  @Post('conflicts/:conflictId/resolve')
  @ActsOnRecord()
  @HttpCode(200)
  @ForScripts('space:content:write')
  @Needs('space', 'edit', 'Once the change request is merged: nobody changes a space that is locked.')
  @TakesUpTo(400_000)
  @ApiOperation({ operationId: 'resolveChangeRequestConflict' })
  @ApiOkResponse({ type: ConflictView })
  async resolve(
    @CurrentCaller() caller: Caller,
    @Param() { conflictId, ...key }: ConflictPathParams,
    @Body() body: ResolveConflictBody,
  ): Promise<ConflictView> {
    await this.dispatcher.run(new ResolveConflict(caller, key, conflictId, choiceOf(body)));
    return this.dispatcher.ask(new GetConflict(caller, key, conflictId));
  }
}

function choiceOf({ take, markdown, value }: ResolveConflictBody): ConflictChoice {
  const choices: ConflictChoice[] = [];
  if (take !== undefined) choices.push({ take });
  if (markdown !== undefined) choices.push({ markdown });
  if (value !== undefined) choices.push({ value });
  const [choice, ...more] = choices;
  if (!choice || more.length > 0) throw new BadRequestException('Exactly one of take, markdown and value is needed');
  return choice;
}
