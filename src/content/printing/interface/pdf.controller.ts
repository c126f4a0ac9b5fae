import { Controller, Get, Param, Query, Res, ServiceUnavailableException, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { ApiErrors } from '#kernel/interface/api-errors';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { Scoped } from '#kernel/interface/route-flags';
import { GetPdf } from '../application/get-pdf.js';
import { PdfView } from '../application/pdf.view.js';
import { ChangeRequestByNumber } from '../../revisions/interface/change-request-by-number.js';
import { ChangeRequestPathParams } from '../../revisions/interface/change-request.params.js';
import { PdfParams } from './pdf.params.js';

const ASK_AGAIN_AFTER_SECONDS = 15;

@ApiTags('pdf')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId')
@UseGuards(ChangeRequestByNumber)
@Scoped('space:read', 'space:write')
export class PdfController {
  constructor(private readonly pdfs: GetPdf) {}

  /** The address of a PDF of a space, of a page with those below it, or of one page. It works for an hour. */
  @Get('pdf')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getSpacePDF' })
  @ApiOkResponse({ type: PdfView })
  @ApiErrors(409)
  ofSpace(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() params: PdfParams,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PdfView> {
    return this.#answer(caller, { spaceId }, params, reply);
  }

  /** The address of a PDF of what a space would show with a change request merged. It works for an hour. */
  @Get('change-requests/:changeRequestId/pdf')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getChangeRequestPDF' })
  @ApiOkResponse({ type: PdfView })
  @ApiErrors(409)
  ofChangeRequest(
    @CurrentCaller() caller: Caller,
    @Param() { spaceId, changeRequestId }: ChangeRequestPathParams,
    @Query() params: PdfParams,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PdfView> {
    return this.#answer(caller, { spaceId, changeRequestId }, params, reply);
  }

  async #answer(
    caller: Caller,
    target: { spaceId: string; changeRequestId?: string },
    { page, only = false }: PdfParams,
    reply: FastifyReply,
  ): Promise<PdfView> {
    const view = await this.pdfs.of(caller, target, { page, only });
    if (view) return view;
    void reply.header('retry-after', ASK_AGAIN_AFTER_SECONDS);
    throw new ServiceUnavailableException('The PDF is being made and takes longer than a request: ask again');
  }
}
