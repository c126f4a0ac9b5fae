import type { Provider } from '@nestjs/common';
import {
  PublishedSpaces,
  PurgeDeletedOpenAPISpec,
  PurgeDeletedSite,
  PurgeMergedChangeRequest,
  PurgeRenamedSpace,
  PurgeUpdatedChangeRequest,
  PurgeUpdatedOpenAPISpec,
  PurgeUpdatedSite,
  PurgeUpdatedSpace,
} from './on-change.js';
import { PurgeRenderers, Renderers } from './renderers.js';

/** What renderers of published sites are told by. */
export const RENDERERS: Provider[] = [
  PublishedSpaces,
  PurgeDeletedOpenAPISpec,
  PurgeDeletedSite,
  PurgeMergedChangeRequest,
  PurgeRenamedSpace,
  PurgeRenderers,
  PurgeUpdatedChangeRequest,
  PurgeUpdatedOpenAPISpec,
  PurgeUpdatedSite,
  PurgeUpdatedSpace,
  Renderers,
];
