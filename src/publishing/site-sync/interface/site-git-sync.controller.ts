import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ActsOnRecord, Scoped } from '#kernel/interface/route-flags';
import { SiteGitSyncView } from '../application/site-git-sync.view.js';
import {
  GetSiteGitSync,
  RemoveSiteGitSync,
  RunSiteGitSync,
  SetSiteGitSync,
} from '../application/site-sync.commands.js';
import { SetSiteGitSyncBody } from './site-git-sync.body.js';

@ApiTags('git')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/git/sync')
@Scoped('site:read', 'site:write')
export class SiteGitSyncController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The repository that a site is kept in step with, how that goes, and the hook to tell of changes. */
  @Get()
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'getSiteGitSync' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
  ): Promise<SiteGitSyncView> {
    return this.dispatcher.ask(new GetSiteGitSync(caller, organizationId, siteId));
  }

  /**
   * Keeps a site in step with a branch of a repository from now on. That is its `docs.yaml`, and for each space the
   * folder that the file names. The first turn comes after the answer. What the file does not hold is taken off the
   * site, never deleted. Turns act with the rights of the caller; a limited token needs the scope `space:write`, too. Of
   * the same branch and folder it is remembered where both were alike; of others it begins anew. An extension of Quire.
   */
  @Put()
  @ApiHeader({ name: 'if-none-match' })
  @Needs('organization', 'create', 'And the role create on every space of the site.')
  @ApiOperation({ operationId: 'setSiteGitSync' })
  async set(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: SetSiteGitSyncBody,
  ): Promise<SiteGitSyncView> {
    const { url, ref, direction, repoProjectDirectory, credentials, sshKey } = body;
    const branch = { url, ref, credentials: credentials && { ...credentials }, sshKey };
    const wanted = { direction, branch, folder: repoProjectDirectory };
    await this.dispatcher.run(new SetSiteGitSync(caller, organizationId, siteId, wanted));
    return this.dispatcher.ask(new GetSiteGitSync(caller, organizationId, siteId));
  }

  /** Ends the sync of a site, and those of its spaces that it has set. The site and the repository stay as they are. */
  @Delete()
  @HttpCode(204)
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'removeSiteGitSync' })
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
  ): Promise<void> {
    await this.dispatcher.run(new RemoveSiteGitSync(caller, organizationId, siteId));
  }

  /** Has both sides look at each other now rather than at the next poll. This happens after the answer. */
  @Post()
  @ActsOnRecord('same')
  @HttpCode(204)
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'runSiteGitSync' })
  async run(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
  ): Promise<void> {
    await this.dispatcher.run(new RunSiteGitSync(caller, organizationId, siteId));
  }
}
