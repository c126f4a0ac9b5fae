import type { Provider } from '@nestjs/common';
import { CreateShareLinkHandler } from '../../application/share-link/create-share-link.js';
import { DeleteShareLinkHandler } from '../../application/share-link/delete-share-link.js';
import { UpdateShareLinkHandler } from '../../application/share-link/update-share-link.js';
import { ShareLinks } from '../../domain/share-link/share-links.js';
import { ShareLinkViews } from './share-link-views.js';
import { GetShareLinkHandler, ListShareLinksHandler } from './share-link.reader.js';
import { ShareLinkStore } from './share-link.store.js';
import { PublishedUrlByShareKeyHandler } from './shared-space.reader.js';

/** What share links are made of. */
export const SHARE_LINKS: Provider[] = [
  { provide: ShareLinks, useClass: ShareLinkStore },
  CreateShareLinkHandler,
  DeleteShareLinkHandler,
  GetShareLinkHandler,
  ListShareLinksHandler,
  PublishedUrlByShareKeyHandler,
  ShareLinkViews,
  UpdateShareLinkHandler,
];
