import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { ForVisitors, NeedsScope } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { UpdateUser } from '../application/user.commands.js';
import { GetUser } from '../application/user.queries.js';
import { UserView } from '../../contract/user.view.js';
import { UpdateUserBody } from './user.body.js';

@ApiTags('users')
@ApiBearerAuth()
@Controller('v1/users')
export class UsersController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** A user who is in an organization of the caller's, or the caller. */
  @Get(':userId')
  @NeedsScope('user:read')
  @Needs('user', 'Shows those who share an organization with the caller.')
  @ForVisitors()
  @ApiOperation({ operationId: 'getUserById' })
  get(@CurrentCaller() caller: Caller, @Param('userId') userId: string): Promise<UserView> {
    return this.dispatcher.ask(new GetUser(caller, userId));
  }

  /** Changes what others see of a user. Users may change only themselves. */
  @Patch(':userId')
  @Needs('user', 'Users change themselves alone.')
  @ApiOperation({ operationId: 'updateUserById' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @Body() { displayName, photoURL }: UpdateUserBody,
  ): Promise<UserView> {
    await this.dispatcher.run(new UpdateUser(caller, userId, { displayName, photoUrl: photoURL }));
    return this.dispatcher.ask(new GetUser(caller, userId));
  }
}
