import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { ApiEventStream, disconnectSignal, sendEvents } from '#kernel/interface/http/event-stream';
import { Needs } from '#kernel/interface/needs';
import { ForVisitors, Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import type { AnswerView } from '#content';
import { AskSite, SuggestSiteQuestions } from '../application/search.queries.js';
import { AskSiteBody, AskSiteParams, SuggestQuestionsParams } from './search.body.js';

@ApiTags('sites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/ask')
@Scoped('site:ask', 'site:ask')
export class SiteAskController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /**
   * Answers a question from the pages that a site shows the caller, as server-sent events. Without a language model the
   * best passages are told.
   */
  @Post()
  @HttpCode(200)
  @Needs('organization', 'read', 'Shows what the caller reaches.')
  @ForVisitors()
  @TakesUpTo(250_000)
  @ApiOperation({ operationId: 'streamAskInSite' })
  @ApiEventStream('Events `{"type": "answer", "answer": …}`, the last with all of the answer; then the event `done`.', {
    type: 'answer',
    answer: { answer: { markdown: 'Yes' }, followupQuestions: [], sources: [] },
  })
  async ask(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() { format = 'document' }: AskSiteParams,
    @Body() { question, scope = { mode: 'default' } }: AskSiteBody,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asked = { question, format, signal: disconnectSignal(reply) };
    const answers = await this.dispatcher.ask(new AskSite(caller, organizationId, siteId, scope, asked));
    await sendEvents(reply, answersOf(answers), 'The answer could not be given');
  }

  /** Questions that a site may answer, as server-sent events. Without a language model there are none. */
  @Get('questions')
  @Needs('organization', 'read', 'Shows what the caller reaches.')
  @ForVisitors()
  @ApiOperation({ operationId: 'streamRecommendedQuestionsInSite' })
  @ApiEventStream('Events `{"question": "…"}`; then the event `done`.', { question: 'How do I install it?' })
  async questions(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() { siteSpaceId, spaceId }: SuggestQuestionsParams,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const scope = scopeOfQuestions(siteSpaceId, spaceId);
    const questions = await this.dispatcher.ask(new SuggestSiteQuestions(caller, organizationId, siteId, scope));
    await sendEvents(reply, questionsOf(questions), 'No questions could be made');
  }
}

function scopeOfQuestions(siteSpaceId: string | undefined, spaceId: string | undefined): SuggestSiteQuestions['scope'] {
  if (siteSpaceId !== undefined) return { mode: 'specific', siteSpaceIds: [siteSpaceId] };
  return spaceId === undefined ? { mode: 'default' } : { mode: 'space', space: spaceId };
}

async function* answersOf(answers: AsyncIterable<AnswerView>): AsyncGenerator<object> {
  for await (const answer of answers) yield { type: 'answer', answer };
}

async function* questionsOf(questions: AsyncIterable<string>): AsyncGenerator<object> {
  for await (const question of questions) yield { question };
}
