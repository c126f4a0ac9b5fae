import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import { ApiErrors } from '#kernel/interface/api-errors';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ForScripts, NeedsScope } from '#kernel/interface/route-flags';
import { CollectionOfUrlView, SpaceOfUrlView } from '../application/content-of-url.view.js';
import { FindContentByUrl } from '../application/find-content.js';
import { ContentUrlParams } from './link.params.js';

@ApiTags('spaces')
@ApiBearerAuth()
@Controller('v1/urls/content')
@ApiExtraModels(CollectionOfUrlView, SpaceOfUrlView)
export class ContentUrlsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Finds the collection, or the space with its change request and page, that an address of the application shows. */
  @Get()
  @ForScripts('space:content:read')
  @Needs('user', 'Shows the caller what they reach.')
  @NeedsScope('space:read')
  @ApiOperation({ operationId: 'getContentByUrl' })
  @ApiOkResponse({
    schema: { oneOf: [CollectionOfUrlView, SpaceOfUrlView].map((view) => ({ $ref: getSchemaPath(view) })) },
  })
  @ApiErrors(404)
  find(@CurrentCaller() caller: Caller, @Query() { url }: ContentUrlParams): Promise<JsonText> {
    return this.dispatcher.ask(new FindContentByUrl(caller, url));
  }
}
