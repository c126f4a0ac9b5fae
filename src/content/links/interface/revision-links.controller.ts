import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ForScripts, ForVisitors, Scoped } from '#kernel/interface/route-flags';
import { RevisionPathParams } from '../../revisions/interface/content.params.js';
import { GetMetaLinks } from '../application/link.queries.js';
import type { MetaLinksView } from '../application/meta-links.view.js';
import { ApiMetaLinks } from './api-links.js';

@ApiTags('revisions')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/revisions/:revisionId')
@Scoped('space:read', 'space:write')
export class RevisionLinksController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** What search engines are told of a page of a revision: what stands for it, and what says the same. */
  @Get('page/:pageId/meta-links')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ForVisitors()
  @ApiOperation({ operationId: 'listRevisionPageMetaLinks' })
  @ApiMetaLinks()
  metaLinks(
    @CurrentCaller() caller: Caller,
    @Param() target: RevisionPathParams,
    @Param('pageId') pageId: string,
  ): Promise<MetaLinksView> {
    return this.dispatcher.ask(new GetMetaLinks(caller, target, pageId));
  }
}
