import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DownloadPdf } from '../application/download-pdf.js';
import type { OpenPrint } from '../application/print.queries.js';

/** The bytes of PDFs, at addresses that nobody can make up and that end. */
@ApiExcludeController()
@Controller('pdfs')
export class PrintedController {
  constructor(private readonly pdfs: DownloadPdf) {}

  @Get(':organizationId/:key/:expires/:signature/:name')
  async download(@Param() address: OpenPrint['address'], @Res() reply: FastifyReply): Promise<void> {
    const { size, etag, body } = await this.pdfs.at(address);
    const name = encodeURIComponent(address.name);
    await reply
      .headers({
        ...{ etag, 'cache-control': 'private, max-age=3600', 'content-type': 'application/pdf' },
        ...{ 'content-length': size, 'content-disposition': `inline; filename*=UTF-8''${name}` },
        ...{ 'content-security-policy': "default-src 'none'; sandbox", 'cross-origin-resource-policy': 'cross-origin' },
      })
      .send(body);
  }
}
