import { Controller, Get, Headers, Param, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { toPageRequest } from '#kernel/interface/page.params';
import { ForScripts, Scoped } from '#kernel/interface/route-flags';
import {
  GetFile,
  GetPage,
  GetPageByPath,
  GetReusableContent,
  GetRevision,
  ListFiles,
  ListPages,
  type Answer,
} from '../../revisions/application/content.queries.js';
import { FileView } from '../../revisions/application/file.view.js';
import { PagesView } from '../../revisions/application/page.view.js';
import { ReusableContentView, RevisionView } from '../../revisions/application/revision.view.js';
import {
  FilesParams,
  PageReadingParams,
  RevisionParams,
  toReading,
  toRevisionReading,
} from '../../revisions/interface/content.params.js';
import { ApiPageForms } from '../../revisions/interface/page-forms.js';
import { ChangeRequestByNumber } from '../../revisions/interface/change-request-by-number.js';
import { ChangeRequestPathParams as Path } from '../../revisions/interface/change-request.params.js';

@ApiTags('change requests')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId/content')
@UseGuards(ChangeRequestByNumber)
@Scoped('space:read', 'space:write')
export class ChangeRequestContentController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The revision that a change request holds now, with its page tree and files. */
  @Get()
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getRevisionOfChangeRequestById' })
  @ApiOkResponse({ type: RevisionView })
  revision(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Query() params: RevisionParams,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new GetRevision(caller, target, toRevisionReading(params, ifNoneMatch)));
  }

  /** The page tree of a change request. */
  @Get('pages')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listPagesInChangeRequest' })
  @ApiOkResponse({ type: PagesView })
  pages(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Query() params: RevisionParams,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new ListPages(caller, target, toRevisionReading(params, ifNoneMatch)));
  }

  /** The files of a change request. */
  @Get('files')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listFilesInChangeRequestById' })
  @ApiPage(FileView)
  files(@CurrentCaller() caller: Caller, @Param() target: Path, @Query() params: FilesParams): Promise<Page<FileView>> {
    return this.dispatcher.ask(new ListFiles(caller, target, toPageRequest(params), params.metadata ?? true));
  }

  @Get('files/:fileId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getFileInChangeRequestById', summary: 'One file of a change request.' })
  file(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Param('fileId') fileId: string,
    @Query() params: RevisionParams,
  ): Promise<FileView> {
    return this.dispatcher.ask(new GetFile(caller, target, fileId, params.metadata ?? true));
  }

  /** One page of a change request with its body. */
  @Get('page/:pageId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getPageInChangeRequestById' })
  @ApiPageForms()
  page(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Param('pageId') pageId: string,
    @Query() params: PageReadingParams,
    @Query() query: Record<string, unknown>,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new GetPage(caller, target, pageId, toReading(params, query, ifNoneMatch)));
  }

  /** The page at the empty path: the first document page. */
  @Get('path')
  @ApiExcludeEndpoint()
  home(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Query() params: PageReadingParams,
    @Query() query: Record<string, unknown>,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new GetPageByPath(caller, target, '', toReading(params, query, ifNoneMatch)));
  }

  /** The page of a change request at a path. The path is sent as one segment: `guides%2Ffirst`. */
  @Get('path/:pagePath')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getPageInChangeRequestByPath' })
  @ApiPageForms()
  pageByPath(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Param('pagePath') path: string,
    @Query() params: PageReadingParams,
    @Query() query: Record<string, unknown>,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new GetPageByPath(caller, target, path, toReading(params, query, ifNoneMatch)));
  }

  /** One reusable content of a change request. */
  @Get('reusable-contents/:reusableContentId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getReusableContentInChangeRequestById' })
  @ApiOkResponse({ type: ReusableContentView })
  reusableContent(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Param('reusableContentId') id: string,
    @Query() params: RevisionParams,
  ): Promise<ReusableContentView> {
    return this.dispatcher.ask(new GetReusableContent(caller, target, id, params.metadata ?? true));
  }
}
