import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
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
import { ActsOnRecord, Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import {
  CreateTranslation,
  DeleteTranslation,
  RunTranslation,
  UpdateTranslation,
} from '../application/translation.commands.js';
import { GetTranslation, ListTranslations } from '../application/translation.queries.js';
import { TranslationView } from '../application/translation.view.js';
import { CreateTranslationBody, UpdateTranslationBody } from './translation.body.js';

@ApiTags('translations')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/translations')
@Scoped('space:read', 'space:write')
export class TranslationsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The translations of the spaces that the caller may see. */
  @Get()
  @Needs('organization', 'guest', 'Shows what the caller reaches.')
  @ApiOperation({ operationId: 'listTranslations' })
  @ApiPage(TranslationView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: PageParams,
  ): Promise<Page<TranslationView>> {
    return this.dispatcher.ask(new ListTranslations(caller, organizationId, toPageRequest(params)));
  }

  /** Creates a translation of a space, and a space beside it for the result, which follows the space from now on. */
  @Post()
  @Needs('space', 'create', 'And the role create where the space stands.')
  @TakesUpTo(400_000)
  @ApiOperation({ operationId: 'createTranslation' })
  @ApiErrors(409)
  async create(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: CreateTranslationBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TranslationView> {
    const translationId = await this.dispatcher.run(new CreateTranslation(caller, organizationId, body));
    const view = await this.dispatcher.ask(new GetTranslation(caller, { organizationId, translationId }));
    void reply.header('location', view.urls.location);
    return view;
  }

  @Get(':translationId')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getTranslation', summary: 'One translation.' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('translationId') translationId: string,
  ): Promise<TranslationView> {
    return this.dispatcher.ask(new GetTranslation(caller, { organizationId, translationId }));
  }

  /** Changes what whoever translates is told; everything is translated anew. */
  @Put(':translationId')
  @Needs('space', 'edit')
  @TakesUpTo(400_000)
  @ApiOperation({ operationId: 'updateTranslation' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('translationId') translationId: string,
    @Body() { instructions }: UpdateTranslationBody,
  ): Promise<TranslationView> {
    const key = { organizationId, translationId };
    await this.dispatcher.run(new UpdateTranslation(caller, key, instructions));
    return this.dispatcher.ask(new GetTranslation(caller, key));
  }

  /** Ends a translation. The space with its result stays, and follows nothing any more. */
  @Delete(':translationId')
  @HttpCode(204)
  @Needs('space', 'create')
  @ApiOperation({ operationId: 'deleteTranslation' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('translationId') translationId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteTranslation(caller, { organizationId, translationId }));
  }

  /** Runs a translation; nothing where it waits for a run or runs already. */
  @Post(':translationId/run')
  @ActsOnRecord()
  @HttpCode(204)
  @Needs('space', 'edit')
  @ApiOperation({ operationId: 'runTranslation' })
  async run(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('translationId') translationId: string,
  ): Promise<void> {
    await this.dispatcher.run(new RunTranslation(caller, { organizationId, translationId }));
  }
}
