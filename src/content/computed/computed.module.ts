import { Module } from '@nestjs/common';
import { LinksModule } from '../links/links.module.js';
import { ContentComputers } from '../revisions/domain/computed/content-sources.js';
import { TranslatedDocuments } from '../translations/application/translated-documents.js';
import { TranslationsModule } from '../translations/translations.module.js';
import { ComputeDocumentHandler } from './application/compute-document.js';
import {
  ComputePagesHandler,
  ForgetOpenAPISpecHandler,
  ReplaceOpenAPIPagesHandler,
  RecordOpenAPISpecHandler,
} from './application/compute-pages.js';
import { ComputeChangedSpace, ComputePagesJob, FollowSpecJob, PageComputer } from './infrastructure/computed.jobs.js';
import { OpenAPIDocuments } from './infrastructure/openapi-documents.js';
import { ShownSpecs, ShowsOpenAPISpecHandler } from './infrastructure/shown-specs.js';
import { ComputedContentController } from './interface/computed-content.controller.js';

/**
 * Content that is computed: what makes the pages and documents of sources, and has them follow the sources.
 *
 * It owns no tables. Jobs: content.compute-pages, content.follow-openapi-spec.
 */
@Module({
  imports: [LinksModule, TranslationsModule],
  controllers: [ComputedContentController],
  providers: [
    {
      provide: ContentComputers,
      inject: [TranslatedDocuments, OpenAPIDocuments],
      useFactory: (translated: TranslatedDocuments, openapi: OpenAPIDocuments) =>
        new ContentComputers([
          ['builtin:translation', translated],
          ['builtin:openapi', openapi],
        ]),
    },
    ComputeDocumentHandler,
    ComputePagesHandler,
    ComputeChangedSpace,
    ComputePagesJob,
    FollowSpecJob,
    ForgetOpenAPISpecHandler,
    ReplaceOpenAPIPagesHandler,
    RecordOpenAPISpecHandler,
    OpenAPIDocuments,
    PageComputer,
    ShownSpecs,
    ShowsOpenAPISpecHandler,
  ],
})
export class ComputedModule {}
