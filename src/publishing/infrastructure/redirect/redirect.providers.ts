import type { Provider } from '@nestjs/common';
import { CreateRedirectHandler } from '../../application/redirect/create-redirect.js';
import { DeleteRedirectHandler } from '../../application/redirect/delete-redirect.js';
import { UpdateRedirectHandler } from '../../application/redirect/update-redirect.js';
import { PagePlaces, Redirects } from '../../domain/redirect/redirects.js';
import { ContentPagePlaces } from './content-page-places.js';
import { FindRedirectHandler } from './find-redirect.reader.js';
import { GetRedirectHandler, ListRedirectsHandler } from './redirect.reader.js';
import { RedirectStore } from './redirect.store.js';

/** What redirects are made of. */
export const REDIRECTS: Provider[] = [
  { provide: Redirects, useClass: RedirectStore },
  { provide: PagePlaces, useClass: ContentPagePlaces },
  CreateRedirectHandler,
  DeleteRedirectHandler,
  FindRedirectHandler,
  GetRedirectHandler,
  ListRedirectsHandler,
  UpdateRedirectHandler,
];
