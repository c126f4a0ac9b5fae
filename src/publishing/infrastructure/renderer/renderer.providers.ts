import type { Provider } from '@nestjs/common';
import {
  PublishedSpaces,
  PurgeDeletedSite,
  PurgeMergedChangeRequest,
  PurgeRenamedSpace,
  PurgeUpdatedChangeRequest,
  PurgeUpdatedSite,
  PurgeUpdatedSpace,
} from './on-change.js';
import { PurgeRenderers, Renderers } from './renderers.js';

/** What renderers of published sites are told by. */
export const RENDERERS: Provider[] = [
  PublishedSpaces,
  PurgeDeletedSite,
  PurgeMergedChangeRequest,
  PurgeRenamedSpace,
  PurgeRenderers,
  PurgeUpdatedChangeRequest,
  PurgeUpdatedSite,
  PurgeUpdatedSpace,
  Renderers,
];
