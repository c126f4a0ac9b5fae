import {
  BadRequestException,
  Body,
  Controller,
  Param,
  Post,
  Query,
  Req,
  Res,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import type { Caller } from '#kernel/application/caller';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ForScripts, Scoped } from '#kernel/interface/route-flags';
import { mediaTypeOf, MULTIPART, uploadedFile } from '../../revisions/interface/uploaded-file.js';
import { ImportProposalView } from '../application/import-proposal.view.js';
import { ProposeContent, type Proposal } from '../application/propose-content.js';
import { ImportProposalBody, ImportProposalParams } from './import-proposal.body.js';

const SUBJECT = 'Import';
const JSON_TYPE = 'application/json';

/** The kind of the body says which of the two it is: the archive as multipart/form-data, all else as JSON. */
const ARCHIVE_OR_PLACE = {
  schema: {
    anyOf: [
      {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary', description: 'A zip archive of Markdown and files.' } },
      },
      { $ref: getSchemaPath(ImportProposalBody) },
    ],
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
   * and can be looked at, and have its links checked, before anything does. The archive is sent as the field `file`, or
   * was sent in parts (`createImportUpload`); a repository is read while the request waits. An extension of Quire.
   */
  @Post('change-request')
  @ForScripts('space:content:write')
  @Needs('space', 'edit')
  @ApiOperation({ operationId: 'importContentIntoChangeRequest' })
  @ApiConsumes(MULTIPART, JSON_TYPE)
  @ApiExtraModels(ImportProposalBody)
  @ApiBody({ ...ARCHIVE_OR_PLACE, required: true })
  async import(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() { subject }: ImportProposalParams,
    @Body() body: ImportProposalBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportProposalView> {
    const view = await this.#import({ caller, spaceId, subject: subject || SUBJECT }, body, request);
    const path = `v1/spaces/${spaceId}/revisions/${view.revision}`;
    void reply.header('location', `${this.address.url}/${path}`);
    return view;
  }

  async #import(proposal: Proposal, body: ImportProposalBody, request: FastifyRequest): Promise<ImportProposalView> {
    const type = mediaTypeOf(request);
    await this.proposals.letIn(proposal.caller, proposal.spaceId);
    if (type === MULTIPART) return this.proposals.archive(proposal, (await uploadedFile(request)).file);
    if (type !== JSON_TYPE) throw new UnsupportedMediaTypeException(`Send ${MULTIPART} or ${JSON_TYPE}`);
    const { upload, url, ref, repoProjectDirectory } = body;
    if ((upload === undefined) === (url === undefined)) throw new BadRequestException('Send either url or upload');
    if (upload !== undefined) return this.proposals.upload(proposal, upload);
    const address = { url: url as string, ...(ref === undefined ? {} : { ref }) };
    return this.proposals.repository(proposal, address, repoProjectDirectory);
  }
}
