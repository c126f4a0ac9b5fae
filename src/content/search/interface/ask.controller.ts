import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { ApiErrors } from '#kernel/interface/api-errors';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { ApiEventStream, disconnectSignal, sendEvents } from '#kernel/interface/http/event-stream';
import { Needs } from '#kernel/interface/needs';
import { ForScripts, Scoped } from '#kernel/interface/route-flags';
import { Asker, type AnswerForm } from '../application/asker.js';
import { AskView, type AnswerView } from '../../contract/answer.view.js';
import { AskBody, AskParams, AskStreamParams } from './ask.body.js';

@ApiTags('ask')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/ask')
@Scoped('organization:ask', 'organization:ask')
export class AskController {
  constructor(private readonly asker: Asker) {}

  /** Answers a question from the pages that the caller may read. Without a language model the best passages are told. */
  @Post()
  @HttpCode(200)
  @ForScripts('space:content:read')
  @Needs('organization', 'guest', 'Shows what the caller reaches.')
  @ApiOperation({ operationId: 'askInOrganization' })
  @ApiErrors(503)
  async ask(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() { query, previousQueries = [] }: AskBody,
    @Query() params: AskParams,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AskView> {
    const question = { query, previousQueries };
    const answers = await this.asker.ask({ caller, organizationId }, question, formOf(params), disconnectSignal(reply));
    const view: AskView = {};
    for await (const answer of answers) view.answer = answer;
    return view;
  }

  /** The same as server-sent events, each with as much of the answer as there is. */
  @Get('stream')
  @ForScripts('space:content:read')
  @Needs('organization', 'guest', 'Shows what the caller reaches.')
  @ApiOperation({ operationId: 'streamAskInOrganization' })
  @ApiEventStream('Events `{"type": "answer", "answer": …}`, the last with all of the answer; then the event `done`.', {
    type: 'answer',
    answer: { answer: { markdown: 'Yes' }, followupQuestions: [], sources: [] },
  })
  async stream(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() { query, ...params }: AskStreamParams,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const question = { query, previousQueries: [] };
    const answers = await this.asker.ask({ caller, organizationId }, question, formOf(params), disconnectSignal(reply));
    await sendEvents(reply, events(answers), 'The answer could not be given');
  }
}

function formOf({ format = 'document', details = false }: AskParams): AnswerForm {
  return { format, details };
}

async function* events(answers: AsyncIterable<AnswerView>): AsyncGenerator<object> {
  for await (const answer of answers) yield { type: 'answer', answer };
}
