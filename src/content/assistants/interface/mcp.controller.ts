import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import type { Caller } from '#kernel/application/caller';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { exchangeOf, requireOwnOrigin, sendAnswer } from '#kernel/interface/http/exchange';
import { ForTokens, TakesUpTo } from '#kernel/interface/route-flags';
import { Assistants } from '../application/assistants.js';

const MOST_BYTES = 2_000_000;

/** The tools for the assistants of members, by the Model Context Protocol. Other methods are refused, as nothing is kept. */
@ApiExcludeController()
@Controller('mcp')
export class McpController {
  readonly #publicUrl: string;

  constructor(
    private readonly assistants: Assistants,
    address: ApiAddress,
  ) {
    this.#publicUrl = address.url;
  }

  @Post()
  @ForTokens()
  @TakesUpTo(MOST_BYTES)
  async answer(
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    requireOwnOrigin(request, this.#publicUrl);
    return sendAnswer(reply, await this.assistants.answer(caller, exchangeOf(request, `${this.#publicUrl}/mcp`)));
  }
}
