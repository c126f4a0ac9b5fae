import type { Provider } from '@nestjs/common';
import { Clock } from '#kernel/domain/clock';
import { ComputeDocumentHandler } from '../../application/computed/compute-document.js';
import {
  ComputePagesHandler,
  ForgetOpenAPISpecHandler,
  NoteOpenAPISpecHandler,
} from '../../application/computed/compute-pages.js';
import { ChangeMaker } from '../../application/content/make-changes.js';
import { TranslatedDocuments } from '../../application/translation/translated-documents.js';
import { FollowedSpecs } from '../../domain/computed/followed-specs.js';
import { PagesOfSources, SourceMaker } from '../../domain/computed/source-maker.js';
import { ContentComputers } from '../../domain/computed/content-sources.js';
import { FileIntake } from '../../domain/content/file-intake.js';
import { PageTexts } from '../../domain/page/page-text.js';
import { PastRevisions } from '../../domain/ports.js';
import { ContentLimits } from '../../domain/space/content-limits.js';
import { ComputePagesJob, FollowSpecJob, PageComputer } from './computed.jobs.js';
import { FollowedSpecsStore } from '../link/followed-specs.store.js';
import { OpenAPIDocuments } from './openapi-documents.js';
import { ShownSpecs, ShowsOpenAPISpecHandler } from '../link/shown-specs.js';
import { AskedPages } from './pages-of-sources.js';

/** Content that is computed: what makes it, and what has it follow its sources. */
export const COMPUTED: Provider[] = [
  { provide: FollowedSpecs, useClass: FollowedSpecsStore },
  { provide: PagesOfSources, useClass: AskedPages },
  {
    provide: SourceMaker,
    inject: [PagesOfSources, PageTexts],
    useFactory: (...parts: ConstructorParameters<typeof SourceMaker>) => new SourceMaker(...parts),
  },
  {
    provide: ChangeMaker,
    inject: [PastRevisions, PageTexts, FileIntake, SourceMaker, ContentLimits, Clock],
    useFactory: (...parts: ConstructorParameters<typeof ChangeMaker>) => new ChangeMaker(...parts),
  },
  {
    provide: ContentComputers,
    inject: [TranslatedDocuments, OpenAPIDocuments],
    useFactory: (translated: TranslatedDocuments, openapi: OpenAPIDocuments) =>
      new ContentComputers([
        ['builtin:translation', translated],
        ['builtin:openapi', openapi],
      ]),
  },
  OpenAPIDocuments,
  ShownSpecs,
  ShowsOpenAPISpecHandler,
  PageComputer,
  ComputePagesJob,
  FollowSpecJob,
  ComputeDocumentHandler,
  ComputePagesHandler,
  ForgetOpenAPISpecHandler,
  NoteOpenAPISpecHandler,
];
