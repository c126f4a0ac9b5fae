import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { ForScripts, Scoped } from '#kernel/interface/route-flags';
import { GetMetaLinks, ListBacklinks, ListLinks } from '../application/link.queries.js';
import type { LinksView, LocationView } from '../application/link.view.js';
import type { MetaLinksView } from '../application/meta-links.view.js';
import { ChangeRequestByNumber } from '../../revisions/interface/change-request-by-number.js';
import { ChangeRequestPathParams as Path } from '../../revisions/interface/change-request.params.js';
import { ApiBacklinks, ApiLinks, ApiMetaLinks } from './api-links.js';
import { ChangeRequestLinksParams } from './link.params.js';

@ApiTags('links')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
@UseGuards(ChangeRequestByNumber)
@Scoped('space:read', 'space:write')
export class ChangeRequestLinksController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** What the pages of a change request link to: whether it is there, and from where it is linked to. */
  @Get('links')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listChangeRequestLinks' })
  @ApiLinks()
  links(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Query() params: ChangeRequestLinksParams,
  ): Promise<LinksView> {
    const { status, brokenContext } = params;
    return this.dispatcher.ask(new ListLinks(caller, target, { status, brokenContext }, toPageRequest(params)));
  }

  /** What a page of a change request links to. */
  @Get('content/page/:pageId/links')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listPageLinksInChangeRequest' })
  @ApiLinks()
  pageLinks(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Param('pageId') pageId: string,
    @Query() params: PageParams,
  ): Promise<LinksView> {
    return this.dispatcher.ask(new ListLinks(caller, target, { pageId }, toPageRequest(params)));
  }

  /** Where a page of a change request is linked from. */
  @Get('content/page/:pageId/backlinks')
  @ForScripts('space:content:read')
  @Needs('space', 'read', 'Shows what the caller reaches.')
  @ApiOperation({ operationId: 'listChangeRequestPageBacklinks' })
  @ApiBacklinks()
  pageBacklinks(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Param('pageId') id: string,
    @Query() params: PageParams,
  ): Promise<Page<LocationView>> {
    return this.dispatcher.ask(new ListBacklinks(caller, target, { kind: 'page', id }, toPageRequest(params)));
  }

  /** Where a file of a change request is linked from. */
  @Get('content/files/:fileId/backlinks')
  @ForScripts('space:content:read')
  @Needs('space', 'read', 'Shows what the caller reaches.')
  @ApiOperation({ operationId: 'listChangeRequestFileBacklinks' })
  @ApiBacklinks()
  fileBacklinks(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Param('fileId') id: string,
    @Query() params: PageParams,
  ): Promise<Page<LocationView>> {
    return this.dispatcher.ask(new ListBacklinks(caller, target, { kind: 'file', id }, toPageRequest(params)));
  }

  /** What search engines are told of a page of a change request: what stands for it, and what says the same. */
  @Get('content/page/:pageId/meta-links')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listChangeRequestPageMetaLinks' })
  @ApiMetaLinks()
  metaLinks(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Param('pageId') pageId: string,
  ): Promise<MetaLinksView> {
    return this.dispatcher.ask(new GetMetaLinks(caller, target, pageId));
  }
}
