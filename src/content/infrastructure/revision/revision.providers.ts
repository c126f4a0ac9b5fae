import type { Provider } from '@nestjs/common';
import { LiveContent, OtherContents, PastRevisions, Revisions } from '../../domain/ports.js';
import { DifferingContents } from '../change-request/differing-contents.js';
import { AdaptedDocuments } from './adapted-documents.js';
import { LiveContentReader } from './live-content.reader.js';
import { LiveProjection } from './live-projection.js';
import { NodeStore } from './node-store.js';
import { RevisionReader } from './open-revision.js';
import { GetPageByPathHandler, GetPageHandler } from './page.reader.js';
import { PastRevisionsReader } from './past-revisions.reader.js';
import { RevisionHeads } from './revision-heads.js';
import { RevisionPages } from './revision-pages.js';
import {
  GetDocumentHandler,
  GetPageDocumentHandler,
  GetReusableContentDocumentHandler,
  GetReusableContentHandler,
  GetRevisionHandler,
  ListPagesHandler,
} from './revision.reader.js';
import { RevisionStore } from './revision.store.js';
import { TreeReader } from './tree-reader.js';

/** Revisions: what stores them, and what reads pages from them. */
export const REVISIONS: Provider[] = [
  { provide: Revisions, useClass: RevisionStore },
  { provide: LiveContent, useClass: LiveContentReader },
  { provide: OtherContents, useClass: DifferingContents },
  { provide: PastRevisions, useClass: PastRevisionsReader },
  AdaptedDocuments,
  LiveProjection,
  NodeStore,
  RevisionHeads,
  RevisionPages,
  RevisionReader,
  TreeReader,
  GetDocumentHandler,
  GetPageByPathHandler,
  GetPageDocumentHandler,
  GetPageHandler,
  GetReusableContentDocumentHandler,
  GetReusableContentHandler,
  GetRevisionHandler,
  ListPagesHandler,
];
