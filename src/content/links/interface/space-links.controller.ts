import { Controller, Get, Param, Query } from '@nestjs/common';
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
import { ApiBacklinks, ApiLinks, ApiMetaLinks } from './api-links.js';
import { LinksParams } from './link.params.js';

@ApiTags('links')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId')
@Scoped('space:read', 'space:write')
export class SpaceLinksController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** What the pages of a space link to: whether it is there, and from where it is linked to. */
  @Get('links')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listSpaceLinks' })
  @ApiLinks()
  links(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() params: LinksParams,
  ): Promise<LinksView> {
    return this.dispatcher.ask(new ListLinks(caller, { spaceId }, { status: params.status }, toPageRequest(params)));
  }

  /** What a page of a space links to. */
  @Get('content/page/:pageId/links')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listPageLinksInSpace' })
  @ApiLinks()
  pageLinks(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('pageId') pageId: string,
    @Query() params: LinksParams,
  ): Promise<LinksView> {
    const filter = { pageId, status: params.status };
    return this.dispatcher.ask(new ListLinks(caller, { spaceId }, filter, toPageRequest(params)));
  }

  /** Where a page of a space is linked from. */
  @Get('content/page/:pageId/backlinks')
  @ForScripts('space:content:read')
  @Needs('space', 'read', 'Shows what the caller reaches.')
  @ApiOperation({ operationId: 'listSpacePageBacklinks' })
  @ApiBacklinks()
  pageBacklinks(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('pageId') id: string,
    @Query() params: PageParams,
  ): Promise<Page<LocationView>> {
    return this.dispatcher.ask(new ListBacklinks(caller, { spaceId }, { kind: 'page', id }, toPageRequest(params)));
  }

  /** Where a file of a space is linked from. */
  @Get('content/files/:fileId/backlinks')
  @ForScripts('space:content:read')
  @Needs('space', 'read', 'Shows what the caller reaches.')
  @ApiOperation({ operationId: 'listSpaceFileBacklinks' })
  @ApiBacklinks()
  fileBacklinks(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('fileId') id: string,
    @Query() params: PageParams,
  ): Promise<Page<LocationView>> {
    return this.dispatcher.ask(new ListBacklinks(caller, { spaceId }, { kind: 'file', id }, toPageRequest(params)));
  }

  /** What search engines are told of a page: what stands for it, and what says the same. */
  @Get('content/page/:pageId/meta-links')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listSpacePageMetaLinks' })
  @ApiMetaLinks()
  metaLinks(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('pageId') pageId: string,
  ): Promise<MetaLinksView> {
    return this.dispatcher.ask(new GetMetaLinks(caller, { spaceId }, pageId));
  }
}
