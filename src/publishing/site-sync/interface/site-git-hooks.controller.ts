import { Controller, Headers, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Needs } from '#kernel/interface/needs';
import type { CalledRequest } from '#kernel/interface/request';
import { TakesSigned, TakesUpTo } from '#kernel/interface/route-flags';
import { HearSiteGitHook } from '../application/site-sync.commands.js';

@ApiTags('git')
@Controller('v1/git/site-hooks')
export class SiteGitHooksController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /**
   * For hosts of repositories: something of a site was pushed. One call is for the site and all its spaces. What it says
   * is not looked at, and it is proven, as for `receiveGitHook`. An extension of Quire.
   */
  @Post(':siteGitHookId')
  @HttpCode(204)
  @TakesSigned()
  @Needs('anybody', 'Whoever knows the secret of the hook.')
  @TakesUpTo(1_000_000)
  @ApiOperation({ operationId: 'receiveSiteGitHook', security: [] })
  async receive(
    @Param('siteGitHookId') hook: string,
    @Req() { sent }: CalledRequest,
    @Headers('x-hub-signature-256') signature: string | undefined,
    @Headers('x-gitlab-token') token: string | undefined,
  ): Promise<void> {
    await this.dispatcher.run(new HearSiteGitHook(hook, { signature, token }, sent ?? Buffer.alloc(0)));
  }
}
