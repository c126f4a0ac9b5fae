import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ApiErrors } from '#kernel/interface/api-errors';
import { Needs } from '#kernel/interface/needs';
import { ForRenderers, Public, Untraced } from '#kernel/interface/route-flags';
import { ResolvePublishedUrl } from '../application/visit.queries.js';
import {
  PublishedContentView,
  PublishedRedirectView,
  type PublishedContentLookupView,
} from '../application/visit.view.js';
import { PublishedUrlBody, PublishedUrlParams } from './visit.body.js';

const LOOKUP = {
  example: {
    target: 'external',
    redirect: 'https://example.com/login?location=%2Fguides',
    site: '0VbbUCw6Ng9XoUb5QrBe',
  },
  schema: { oneOf: [PublishedContentView, PublishedRedirectView].map((view) => ({ $ref: getSchemaPath(view) })) },
};

@ApiTags('sites')
@Controller('v1/urls/published')
@ApiExtraModels(PublishedContentView, PublishedRedirectView)
export class PublishedUrlsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Finds what a published URL shows a visitor, with a token by which it is read. */
  @Post()
  @HttpCode(200)
  @Public()
  @ForRenderers()
  @Untraced()
  @Needs('anybody')
  @ApiOperation({ operationId: 'resolvePublishedContentByUrl', security: [] })
  @ApiOkResponse(LOOKUP)
  @ApiErrors(403, 404)
  resolve(
    @Body() { url, visitor = {}, redirectOnError = false }: PublishedUrlBody,
  ): Promise<PublishedContentLookupView> {
    return this.dispatcher.ask(new ResolvePublishedUrl(url, visitor, redirectOnError));
  }

  /** Finds what a published URL shows a visitor, as older clients ask for it. */
  @Get()
  @Public()
  @ForRenderers()
  @Needs('anybody')
  @ApiOperation({ operationId: 'getPublishedContentByUrl', security: [], deprecated: true })
  @ApiOkResponse(LOOKUP)
  @ApiErrors(403, 404)
  find(@Query() { url, visitorAuthToken, redirectOnError }: PublishedUrlParams): Promise<PublishedContentLookupView> {
    const query = new ResolvePublishedUrl(url, { jwtToken: visitorAuthToken }, redirectOnError ?? false);
    return this.dispatcher.ask(query);
  }
}
