import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { NeedsScope } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { GetCurrentUser } from '../application/user.queries.js';
import { UserView } from '../../contract/user.view.js';

@ApiTags('users')
@ApiBearerAuth()
@Controller('v1/user')
export class UserController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The user whose token is calling. */
  @Get()
  @NeedsScope('user:read')
  @Needs('user')
  @ApiOperation({ operationId: 'getAuthenticatedUser' })
  get(@CurrentCaller() caller: Caller): Promise<UserView> {
    return this.dispatcher.ask(new GetCurrentUser(caller.userId));
  }
}
