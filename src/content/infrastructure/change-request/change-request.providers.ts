import type { Provider } from '@nestjs/common';
import { BringUpToDateHandler } from '../../application/change-request/bring-up-to-date.js';
import { ChangeRequestedContentHandler } from '../../application/change-request/change-requested-content.js';
import { CreateChangeRequestHandler } from '../../application/change-request/create-change-request.js';
import { MergeChangeRequestHandler } from '../../application/change-request/merge-change-request.js';
import { ResolveConflictHandler } from '../../application/change-request/resolve-conflict.js';
import { UpdateChangeRequestRecordHandler } from '../../application/change-request/update-change-request-record.js';
import { ChangeRequests } from '../../domain/change-request/change-requests.js';
import { MergeConflicts } from '../../domain/change-request/merge-conflicts.js';
import { MergeReviews } from '../../domain/change-request/merge-guard.js';
import { MergeSources } from '../../domain/change-request/merge-sources.js';
import { ChangeRequestViews } from './change-request-views.js';
import { FindChangeRequestIdHandler } from './change-request-id.reader.js';
import { GetChangeRequestHandler } from './change-request.reader.js';
import { ChangeRequestStore } from './change-request.store.js';
import { ListContributorsHandler } from './contributors.reader.js';
import { ListChangeRequestsHandler } from './list-change-requests.js';
import { GetConflictHandler, ListConflictsHandler } from './merge-conflict.reader.js';
import { MergeConflictStore } from './merge-conflict.store.js';
import { MergeReviewsReader } from './merge-reviews.reader.js';
import { MergeSourcesReader } from './merge-sources.reader.js';
import { SemanticChangeViews } from './semantic-change-views.js';
import { GetSemanticChangesHandler } from './semantic-changes.reader.js';

/** Change requests: what proposes, updates and merges them, and what tells of them. */
export const CHANGE_REQUESTS: Provider[] = [
  { provide: ChangeRequests, useClass: ChangeRequestStore },
  { provide: MergeConflicts, useClass: MergeConflictStore },
  { provide: MergeReviews, useClass: MergeReviewsReader },
  { provide: MergeSources, useClass: MergeSourcesReader },
  ChangeRequestViews,
  SemanticChangeViews,
  BringUpToDateHandler,
  ChangeRequestedContentHandler,
  CreateChangeRequestHandler,
  MergeChangeRequestHandler,
  ResolveConflictHandler,
  UpdateChangeRequestRecordHandler,
  FindChangeRequestIdHandler,
  GetChangeRequestHandler,
  GetConflictHandler,
  GetSemanticChangesHandler,
  ListChangeRequestsHandler,
  ListConflictsHandler,
  ListContributorsHandler,
];
