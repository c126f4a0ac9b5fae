import { Controller, Param, Post, Query, Req, Res, UnsupportedMediaTypeException } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import type { Caller } from '#kernel/application/caller';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { Optional } from '#kernel/interface/optional';
import { ForScripts, Scoped } from '#kernel/interface/route-flags';
import { mediaTypeOf, MULTIPART, uploadedFile } from '../../revisions/interface/uploaded-file.js';
import { ImportProposalView } from '../application/import-proposal.view.js';
import { ProposeContent } from '../application/propose-content.js';

const SUBJECT = 'Import';

export class ImportProposalParams {
  /**
   * The subject of the change request.
   * @example "Explain the new installer"
   */
  @Optional()
  @IsString()
  @MaxLength(100)
  subject?: string;
}

const ARCHIVE = {
  schema: {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary', description: 'A zip archive of Markdown and files.' } },
  },
};

@ApiTags('space content')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/content/import')
@Scoped('space:read', 'space:write')
export class ImportProposalController {
  constructor(
    private readonly proposals: ProposeContent,
    private readonly address: ApiAddress,
  ) {}

  /**
   * Imports a zip archive of Markdown into a new change request. It changes what an import into the space would change,
   * and can be looked at, and have its links checked, before anything does. An extension of Quire.
   */
  @Post('change-request')
  @ForScripts('space:content:write')
  @Needs('space', 'edit')
  @ApiOperation({ operationId: 'importContentIntoChangeRequest' })
  @ApiConsumes(MULTIPART)
  @ApiBody({ ...ARCHIVE, required: true })
  async import(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() { subject }: ImportProposalParams,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportProposalView> {
    await this.proposals.letIn(caller, spaceId);
    if (mediaTypeOf(request) !== MULTIPART) throw new UnsupportedMediaTypeException(`Send ${MULTIPART}`);
    const { file } = await uploadedFile(request);
    const view = await this.proposals.propose(caller, spaceId, subject || SUBJECT, file);
    const path = `v1/spaces/${spaceId}/revisions/${view.revision}`;
    void reply.header('location', `${this.address.url}/${path}`);
    return view;
  }
}
