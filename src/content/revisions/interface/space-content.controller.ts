import { Controller, Get, Headers, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { toPageRequest } from '#kernel/interface/page.params';
import { ForScripts, Scoped } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import {
  GetDocument,
  GetFile,
  GetPage,
  GetPageByPath,
  GetReusableContent,
  GetRevision,
  ListFiles,
  ListPages,
  type Answer,
} from '../application/content.queries.js';
import { FileView } from '../application/file.view.js';
import { PagesView } from '../application/page.view.js';
import { ReusableContentView, RevisionView } from '../application/revision.view.js';
import {
  FilesParams,
  PageReadingParams,
  RevisionParams,
  SchemaParams,
  toReading,
  toRevisionReading,
} from './content.params.js';
import { ApiDocument, ApiPageForms } from './page-forms.js';

@ApiTags('space content')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId')
@Scoped('space:read', 'space:write')
export class SpaceContentController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The current revision of a space, with its page tree and files. */
  @Get('content')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getCurrentRevision' })
  @ApiOkResponse({ type: RevisionView })
  revision(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() params: RevisionParams,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new GetRevision(caller, { spaceId }, toRevisionReading(params, ifNoneMatch)));
  }

  /** The page tree of a space. */
  @Get('content/pages')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listPages' })
  @ApiOkResponse({ type: PagesView })
  pages(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() params: RevisionParams,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new ListPages(caller, { spaceId }, toRevisionReading(params, ifNoneMatch)));
  }

  /** The files of a space. */
  @Get('content/files')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listFiles' })
  @ApiPage(FileView)
  files(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() params: FilesParams,
  ): Promise<Page<FileView>> {
    return this.dispatcher.ask(new ListFiles(caller, { spaceId }, toPageRequest(params), params.metadata ?? true));
  }

  @Get('content/files/:fileId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getFileById', summary: 'One file of a space.' })
  file(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('fileId') fileId: string,
    @Query() params: RevisionParams,
  ): Promise<FileView> {
    return this.dispatcher.ask(new GetFile(caller, { spaceId }, fileId, params.metadata ?? true));
  }

  /** One page of a space with its body. */
  @Get('content/page/:pageId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getPageById' })
  @ApiPageForms()
  page(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('pageId') pageId: string,
    @Query() params: PageReadingParams,
    @Query() query: Record<string, unknown>,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new GetPage(caller, { spaceId }, pageId, toReading(params, query, ifNoneMatch)));
  }

  /** The page at the empty path: the first document page. */
  @Get('content/path')
  @ApiExcludeEndpoint()
  home(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() params: PageReadingParams,
    @Query() query: Record<string, unknown>,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new GetPageByPath(caller, { spaceId }, '', toReading(params, query, ifNoneMatch)));
  }

  /** The page at a path. The path is sent as one segment: `guides%2Ffirst`. */
  @Get('content/path/:pagePath')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getPageByPath' })
  @ApiPageForms()
  pageByPath(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('pagePath') path: string,
    @Query() params: PageReadingParams,
    @Query() query: Record<string, unknown>,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new GetPageByPath(caller, { spaceId }, path, toReading(params, query, ifNoneMatch)));
  }

  /** One reusable content of a space. */
  @Get('content/reusable-contents/:reusableContentId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getReusableContentById' })
  @ApiOkResponse({ type: ReusableContentView })
  reusableContent(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('reusableContentId') id: string,
    @Query() params: RevisionParams,
  ): Promise<ReusableContentView> {
    return this.dispatcher.ask(new GetReusableContent(caller, { spaceId }, id, params.metadata ?? true));
  }

  /** A block tree by its id. Pages show it as `documentId`. */
  @Get('documents/:documentId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getDocumentById' })
  @ApiDocument()
  document(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('documentId') documentId: string,
    @Query() _params: SchemaParams,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new GetDocument(caller, spaceId, documentId, ifNoneMatch));
  }
}
