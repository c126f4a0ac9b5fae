import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ActsOnRecord, Scoped } from '#kernel/interface/route-flags';
import { GitSyncSettingsView } from '../application/git-sync.view.js';
import { GetGitSync, RemoveGitSync, RunGitSync, SetGitSync } from '../application/sync.commands.js';
import { SetGitSyncBody } from './git-sync.body.js';

@ApiTags('git')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/git/sync')
@Scoped('space:read', 'space:write')
export class GitSyncController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The repository that a space is kept in step with, how that goes, and the hook to tell of changes. */
  @Get()
  @Needs('space', 'create')
  @ApiOperation({ operationId: 'getSpaceGitSync' })
  get(@CurrentCaller() caller: Caller, @Param('spaceId') spaceId: string): Promise<GitSyncSettingsView> {
    return this.dispatcher.ask(new GetGitSync(caller, spaceId));
  }

  /**
   * Keeps a space in step with a branch of a repository from now on. The first turn comes after the answer. Of the same
   * branch and folder it is remembered where both were alike; of others it begins anew.
   */
  @Put()
  @ApiHeader({ name: 'if-none-match' })
  @Needs('space', 'create', 'Nobody changes a space that is locked.')
  @ApiOperation({ operationId: 'setSpaceGitSync' })
  async set(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Body() body: SetGitSyncBody,
  ): Promise<GitSyncSettingsView> {
    const { url, ref, direction, repoProjectDirectory, credentials, sshKey } = body;
    const address = {
      url,
      ref,
      ...(credentials === undefined ? {} : { credentials: { ...credentials } }),
      ...(sshKey === undefined ? {} : { sshKey }),
    };
    await this.dispatcher.run(new SetGitSync(caller, spaceId, { direction, address, folder: repoProjectDirectory }));
    return this.dispatcher.ask(new GetGitSync(caller, spaceId));
  }

  /** Ends the sync. The space and the repository stay as they are. */
  @Delete()
  @HttpCode(204)
  @Needs('space', 'create')
  @ApiOperation({ operationId: 'removeSpaceGitSync' })
  async remove(@CurrentCaller() caller: Caller, @Param('spaceId') spaceId: string): Promise<void> {
    await this.dispatcher.run(new RemoveGitSync(caller, spaceId));
  }

  /** Has both sides look at each other now rather than at the next poll. This happens after the answer. */
  @Post()
  @ActsOnRecord('same')
  @HttpCode(204)
  @Needs('space', 'create')
  @ApiOperation({ operationId: 'runSpaceGitSync' })
  async run(@CurrentCaller() caller: Caller, @Param('spaceId') spaceId: string): Promise<void> {
    await this.dispatcher.run(new RunGitSync(caller, spaceId));
  }
}
