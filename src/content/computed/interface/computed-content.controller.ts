import { Body, Controller, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ForScripts, ForVisitors, Scoped } from '#kernel/interface/route-flags';
import type { RichDocument } from '#rich-document';
import { ComputeDocument } from '../application/compute-document.js';
import { ComputeDocumentBody, toSource } from './computed-content.body.js';
import { SchemaParams } from '../../revisions/interface/content.params.js';
import { ApiDocument } from '../../revisions/interface/page-forms.js';

@ApiTags('space content')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/content/computed')
@Scoped('space:read', 'space:read')
export class ComputedContentController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /**
   * The block tree that a source makes, for pages and reusable contents that are computed. A document of an OpenAPI
   * specification is that of its latest version. A document of a translated space is told in the language of the
   * translation, as far as it was translated when the translation last ran.
   */
  @Post('document')
  @HttpCode(200)
  @ForVisitors()
  @ForScripts('space:content:read')
  @Needs('space', 'read', 'And the role read in what the source reads.')
  @ApiOperation({ operationId: 'getComputedDocument' })
  @ApiDocument()
  document(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() _params: SchemaParams,
    @Body() { source, seed }: ComputeDocumentBody,
  ): Promise<RichDocument> {
    return this.dispatcher.ask(new ComputeDocument(caller, spaceId, toSource(source), seed));
  }
}
