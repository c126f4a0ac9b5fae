import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { Needs } from '#kernel/interface/needs';
import { CreateToken, RevokeToken } from '../../contract/commands.js';
import { ListTokens } from '../../contract/queries.js';
import { TokenView } from '../../contract/token.view.js';
import { GetToken } from '../application/token.queries.js';
import { NewTokenView } from '../application/token.view.js';
import { CreateTokenBody, toTokenLimits } from './token.body.js';

@ApiTags('users')
@ApiBearerAuth()
@Controller('v1/user/tokens')
export class UserTokensController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The caller's personal tokens, the newest first. Secrets are never shown again. */
  @Get()
  @Needs('user')
  @ApiOperation({ operationId: 'listUserTokens' })
  @ApiPage(TokenView)
  list(@CurrentCaller() caller: Caller, @Query() params: PageParams): Promise<Page<TokenView>> {
    return this.dispatcher.ask(new ListTokens(caller.userId, toPageRequest(params), caller.confinedTo));
  }

  /**
   * Makes a personal token. Its secret is in this answer and nowhere else: only a hash of it is kept. In a session of
   * single sign-on it reaches the organization of that session alone. Made without a second factor, it does not reach
   * organizations that demand one.
   */
  @Post()
  @Needs('user')
  @ApiOperation({ operationId: 'createUserToken' })
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateTokenBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NewTokenView> {
    const { id, secret } = await this.dispatcher.run(
      new CreateToken(caller.userId, body.label, toTokenLimits(body, caller)),
    );
    const view = await this.dispatcher.ask(new GetToken(caller.userId, id));
    void reply.header('location', view.urls.location);
    return { ...view, token: secret };
  }

  /** Revokes a personal token: requests that carry it are refused from now on. */
  @Delete(':tokenId')
  @HttpCode(204)
  @Needs('user', 'Users revoke their own alone.')
  @ApiOperation({ operationId: 'revokeUserToken' })
  async revoke(@CurrentCaller() caller: Caller, @Param('tokenId') tokenId: string): Promise<void> {
    await this.dispatcher.run(new RevokeToken(caller.userId, tokenId, caller.confinedTo));
  }
}
