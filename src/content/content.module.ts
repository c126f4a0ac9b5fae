import { Module } from '@nestjs/common';
import { CreateSpaceHandler } from './application/space/create-space.js';
import { DeleteSpaceHandler } from './application/space/delete-space.js';
import { RestoreSpaceHandler } from './application/space/restore-space.js';
import { UpdateSpaceHandler } from './application/space/update-space.js';
import { LiveContent, Revisions, Spaces } from './domain/ports.js';
import { Content1790000000201 } from './infrastructure/migrations/1790000000201-content.js';
import { Search1790000000202 } from './infrastructure/migrations/1790000000202-search.js';
import { GetFileHandler, ListFilesHandler } from './infrastructure/revision/file.reader.js';
import { FileUrls } from './infrastructure/revision/file-urls.js';
import { LiveContentReader } from './infrastructure/revision/live-content.reader.js';
import { LiveProjection } from './infrastructure/revision/live-projection.js';
import { NodeStore } from './infrastructure/revision/node-store.js';
import { RevisionReader } from './infrastructure/revision/open-revision.js';
import { GetPageByPathHandler, GetPageHandler } from './infrastructure/revision/page.reader.js';
import { RevisionPages } from './infrastructure/revision/revision-pages.js';
import {
  GetDocumentHandler,
  GetPageDocumentHandler,
  GetReusableContentDocumentHandler,
  GetRevisionHandler,
  ListPagesHandler,
} from './infrastructure/revision/revision.reader.js';
import { RevisionStore } from './infrastructure/revision/revision.store.js';
import { TreeReader } from './infrastructure/revision/tree-reader.js';
import {
  GetSpaceHandler,
  GetTaggedSpaceHandler,
  ListSpacesOfOrganizationHandler,
} from './infrastructure/space/space.reader.js';
import { spaceSchema, SpaceStore } from './infrastructure/space/space.store.js';
import { RevisionsController } from './interface/revisions.controller.js';
import { SpaceContentController } from './interface/space-content.controller.js';
import { SpacesController } from './interface/spaces.controller.js';

/** The tables of the Content context. */
export const contentPersistence = {
  schema: 'content',
  migrations: [Content1790000000201, Search1790000000202],
  entities: [spaceSchema],
};

const COMMANDS = [CreateSpaceHandler, DeleteSpaceHandler, RestoreSpaceHandler, UpdateSpaceHandler];

const QUERIES = [
  GetDocumentHandler,
  GetFileHandler,
  GetPageByPathHandler,
  GetPageDocumentHandler,
  GetPageHandler,
  GetReusableContentDocumentHandler,
  GetRevisionHandler,
  GetSpaceHandler,
  GetTaggedSpaceHandler,
  ListFilesHandler,
  ListPagesHandler,
  ListSpacesOfOrganizationHandler,
];

/** Documentation itself: spaces, their pages and files in immutable revisions, and how they are changed. */
@Module({
  controllers: [SpacesController, SpaceContentController, RevisionsController],
  providers: [
    { provide: Spaces, useClass: SpaceStore },
    { provide: Revisions, useClass: RevisionStore },
    { provide: LiveContent, useClass: LiveContentReader },
    FileUrls,
    LiveProjection,
    NodeStore,
    RevisionPages,
    RevisionReader,
    TreeReader,
    ...COMMANDS,
    ...QUERIES,
  ],
})
export class ContentModule {}
