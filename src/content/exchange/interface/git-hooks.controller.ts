import { Controller, Headers, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Needs } from '#kernel/interface/needs';
import type { CalledRequest } from '#kernel/interface/request';
import { TakesSigned, TakesUpTo } from '#kernel/interface/route-flags';
import { HearGitHook } from '../application/sync.commands.js';

@ApiTags('git')
@Controller('v1/git/hooks')
export class GitHooksController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /**
   * For hosts of repositories: something was pushed. What the call says is not looked at; it only has the repository
   * asked at once. Hosts prove themselves by `X-Hub-Signature-256`, or by `X-Gitlab-Token`; any other call is answered
   * as for a hook that is not there.
   */
  @Post(':gitHookId')
  @HttpCode(204)
  @TakesSigned()
  @Needs('anybody', 'Whoever knows the secret of the hook.')
  @TakesUpTo(1_000_000)
  @ApiOperation({ operationId: 'receiveGitHook', security: [] })
  async receive(
    @Param('gitHookId') hook: string,
    @Req() { sent }: CalledRequest,
    @Headers('x-hub-signature-256') signature: string | undefined,
    @Headers('x-gitlab-token') token: string | undefined,
  ): Promise<void> {
    await this.dispatcher.run(new HearGitHook(hook, { signature, token }, sent ?? Buffer.alloc(0)));
  }
}
