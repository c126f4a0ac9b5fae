import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { ForScripts, Scoped } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { GetSpaceGitInfo } from '../application/get-space-git-info.js';
import { GitInfoView } from '../application/git-info.view.js';
import { StartGitRun } from '../application/start-git-run.js';
import { ExportToGitRepositoryBody, GitRepositoryBody, ImportGitRepositoryBody } from './transfer.body.js';

@ApiTags('git')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/git')
@Scoped('space:read', 'space:write')
export class GitController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /**
   * Has a branch, tag or commit of a repository imported. It replaces what earlier imports brought, in one revision,
   * after the answer: `git/info` tells how it stands.
   */
  @Post('import')
  @HttpCode(204)
  @ForScripts('space:git:sync')
  @Needs('space', 'create', 'Nobody changes a space that is locked.')
  @ApiOperation({ operationId: 'importGitRepository' })
  async import(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Body() body: ImportGitRepositoryBody,
  ): Promise<void> {
    await this.dispatcher.run(new StartGitRun(caller, spaceId, { direction: 'import', ...wanted(body) }));
  }

  /** Has the content of a space committed to a branch. This happens after the answer: `git/info` tells how it stands. */
  @Post('export')
  @HttpCode(204)
  @ForScripts('space:git:sync')
  @Needs('space', 'create')
  @ApiOperation({ operationId: 'exportToGitRepository' })
  async export(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Body() body: ExportToGitRepositoryBody,
  ): Promise<void> {
    const { commitMessage } = body;
    await this.dispatcher.run(
      new StartGitRun(caller, spaceId, { direction: 'export', ...wanted(body), commitMessage }),
    );
  }

  /** How the latest exchange of a space with a Git repository stands. */
  @Get('info')
  @ForScripts('space:metadata:read', 'space:git:sync')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getSpaceGitInfo' })
  info(@CurrentCaller() caller: Caller, @Param('spaceId') spaceId: string): Promise<GitInfoView> {
    return this.dispatcher.ask(new GetSpaceGitInfo(caller, spaceId));
  }
}

function wanted(body: GitRepositoryBody) {
  const { url, ref, repoProjectDirectory, repoCommitURL, repoTreeURL, timestamp, gitInfo } = body;
  return {
    address: { url, ref },
    folder: repoProjectDirectory,
    commitUrl: repoCommitURL,
    treeUrl: gitInfo?.url ?? repoTreeURL,
    provider: gitInfo?.provider,
    at: timestamp,
  };
}
