import { Controller, Get, Headers, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { toPageRequest } from '#kernel/interface/page.params';
import { ForScripts, ForVisitors, Scoped } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import {
  GetFile,
  GetPage,
  GetPageByPath,
  GetPageDocument,
  GetReusableContent,
  GetReusableContentDocument,
  GetRevision,
  GetSemanticChanges,
  ListFiles,
  ListPages,
  type Answer,
} from '../application/content.queries.js';
import { FileView } from '../application/file.view.js';
import { PagesView } from '../application/page.view.js';
import { ReusableContentView, RevisionView } from '../application/revision.view.js';
import { SemanticChangesView } from '../application/semantic-changes.view.js';
import {
  AdaptationParams,
  FilesParams,
  PageReadingParams,
  RevisionParams,
  RevisionPathParams as Path,
  toAdaptation,
  toReading,
  toRevisionReading,
} from './content.params.js';
import { ApiDocument, ApiPageForms } from './page-forms.js';
import { DEFAULT_CHANGES, RevisionChangesParams } from './semantic-changes.body.js';

@ApiTags('revisions')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/revisions/:revisionId')
@Scoped('space:read', 'space:write')
export class RevisionsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Any revision of a space, with its page tree and files. */
  @Get()
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ForVisitors()
  @ApiOperation({ operationId: 'getRevisionById' })
  @ApiOkResponse({ type: RevisionView })
  revision(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Query() params: RevisionParams,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new GetRevision(caller, target, toRevisionReading(params, ifNoneMatch)));
  }

  /** What a revision changed against the one it was made from; of a merge, against what the space was before. */
  @Get('changes')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getRevisionSemanticChanges' })
  @ApiOkResponse({ type: SemanticChangesView })
  changes(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Query() { limit = DEFAULT_CHANGES }: RevisionChangesParams,
  ): Promise<SemanticChangesView> {
    return this.dispatcher.ask(new GetSemanticChanges(caller, target, limit));
  }

  /** The page tree of a revision. */
  @Get('pages')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listPagesInRevisionById' })
  @ApiOkResponse({ type: PagesView })
  pages(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Query() params: RevisionParams,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new ListPages(caller, target, toRevisionReading(params, ifNoneMatch)));
  }

  /** The files of a revision. */
  @Get('files')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listFilesInRevisionById' })
  @ApiPage(FileView)
  files(@CurrentCaller() caller: Caller, @Param() target: Path, @Query() params: FilesParams): Promise<Page<FileView>> {
    return this.dispatcher.ask(new ListFiles(caller, target, toPageRequest(params), params.metadata ?? true));
  }

  /** One file of a revision. */
  @Get('files/:fileId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getFileInRevisionById' })
  file(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Param('fileId') fileId: string,
    @Query() params: RevisionParams,
  ): Promise<FileView> {
    return this.dispatcher.ask(new GetFile(caller, target, fileId, params.metadata ?? true));
  }

  /** One page of a revision with its body. */
  @Get('page/:pageId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ForVisitors()
  @ApiOperation({ operationId: 'getPageInRevisionById' })
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

  /** The block tree of a page of a revision. */
  @Get('page/:pageId/document')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ForVisitors()
  @ApiOperation({ operationId: 'getPageDocumentInRevisionById' })
  @ApiDocument()
  pageDocument(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Param('pageId') pageId: string,
    @Query() params: AdaptationParams,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new GetPageDocument(caller, target, pageId, toAdaptation(params), ifNoneMatch));
  }

  /** The page at the empty path: the first document page. */
  @Get('path')
  @ForVisitors()
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

  /** The page of a revision at a path. The path is sent as one segment: `guides%2Ffirst`. */
  @Get('path/:pagePath')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ForVisitors()
  @ApiOperation({ operationId: 'getPageInRevisionByPath' })
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

  /** One reusable content of a revision. */
  @Get('reusable-contents/:reusableContentId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getReusableContentInRevisionById' })
  @ApiOkResponse({ type: ReusableContentView })
  reusableContent(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Param('reusableContentId') id: string,
    @Query() params: RevisionParams,
  ): Promise<ReusableContentView> {
    return this.dispatcher.ask(new GetReusableContent(caller, target, id, params.metadata ?? true));
  }

  /** The block tree of reusable content of a revision. */
  @Get('reusable-contents/:reusableContentId/document')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ForVisitors()
  @ApiOperation({ operationId: 'getReusableContentDocumentInRevisionById' })
  @ApiDocument()
  reusableContentDocument(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Param('reusableContentId') id: string,
    @Query() params: AdaptationParams,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Answer> {
    return this.dispatcher.ask(new GetReusableContentDocument(caller, target, id, toAdaptation(params), ifNoneMatch));
  }
}
