import type { Provider } from '@nestjs/common';
import { FollowSpaceHandler } from '../../application/follow/follow-space.js';
import { CreateSiteHandler } from '../../application/site/create-site.js';
import { DeleteSiteHandler } from '../../application/site/delete-site.js';
import { PublishSiteHandler } from '../../application/site/publish-site.js';
import { UnpublishSiteHandler } from '../../application/site/unpublish-site.js';
import { UpdateSiteHandler } from '../../application/site/update-site.js';
import { Sites } from '../../domain/site/sites.js';
import { HideDeletedSpace, ShowRestoredSpace, TakeOffTransferredSpace } from './on-space.js';
import { SiteReading } from './site-reading.js';
import { GetSiteHandler, HasSiteHandler, ListSitesHandler } from './site.reader.js';
import { SiteStore } from './site.store.js';

/** What sites are made of. */
export const SITES: Provider[] = [
  { provide: Sites, useClass: SiteStore },
  SiteReading,
  CreateSiteHandler,
  DeleteSiteHandler,
  FollowSpaceHandler,
  GetSiteHandler,
  HasSiteHandler,
  HideDeletedSpace,
  ListSitesHandler,
  PublishSiteHandler,
  ShowRestoredSpace,
  TakeOffTransferredSpace,
  UnpublishSiteHandler,
  UpdateSiteHandler,
];
