import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { AnswersOther, ForVisitors, NeedsScope, TakesUpTo } from '#kernel/interface/route-flags';
import { NoteFailure } from '../application/note-failure.js';
import { RenderComponent, type Rendered } from '../application/render.queries.js';
import { RenderedCompletionView, RenderedElementView, type RenderedView } from '../application/rendering.view.js';
import { callInAddress, MAX_RENDER_BYTES, toCall } from './component-call.js';
import { RenderBody, RenderParams } from './rendering.body.js';

const RULE = 'Configuration screens: the role admin on what is configured.';
const RENDERED = {
  schema: { oneOf: [RenderedElementView, RenderedCompletionView].map((view) => ({ $ref: getSchemaPath(view) })) },
};

@ApiTags('installations')
@ApiBearerAuth()
@ApiExtraModels(RenderedElementView, RenderedCompletionView)
@Controller('v1/integrations/:integrationName/render')
export class RenderingController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /**
   * Lets the script of an integration render a block or a configuration screen, or act on what the user did there.
   * Where the script fails, a notice is shown instead. What it does not accept on a configuration screen is answered with
   * 400 and what it says.
   */
  @Post()
  @HttpCode(200)
  @TakesUpTo(MAX_RENDER_BYTES)
  @ForVisitors()
  @AnswersOther()
  @NeedsScope('integration:installations:write')
  @Needs('space', 'read', RULE)
  @ApiOkResponse(RENDERED)
  @ApiOperation({ operationId: 'renderIntegrationUIWithPost' })
  async post(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Body() body: RenderBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RenderedView> {
    const { failure, ...shown } = await this.dispatcher.ask(new RenderComponent(caller, name, toCall(body)));
    if (failure) await this.dispatcher.run(new NoteFailure(name, failure));
    return answered(shown, reply);
  }

  /**
   * The same in a form that clients can cache, for as long as the script says. It refuses actions of configuration
   * screens.
   */
  @Get()
  @ForVisitors()
  @NeedsScope('integration:installations:write')
  @Needs('space', 'read', RULE)
  @ApiOkResponse(RENDERED)
  @ApiOperation({ operationId: 'renderIntegrationUIWithGet' })
  async get(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Query() params: RenderParams,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RenderedView> {
    return answered(await this.dispatcher.ask(new RenderComponent(caller, name, callInAddress(params))), reply);
  }
}

function answered({ output, maxAge }: Rendered, reply: FastifyReply): RenderedView {
  // What is shown depends on the caller, so only their own client may keep it.
  if (maxAge !== undefined) void reply.header('cache-control', `private, max-age=${maxAge}`);
  return output;
}
