import type { Provider } from '@nestjs/common';
import { ContentTokens } from '../../domain/visit/content-tokens.js';
import { CallerByContentTokenHandler } from './content-token-callers.reader.js';
import { GetPublishedSiteHandler } from './published-site.reader.js';
import { ResolvePublishedUrlHandler } from './resolve-url.reader.js';
import { SignedContentTokens } from './signed-content-tokens.js';
import { SiteLookup } from './site-lookup.js';
import { SiteProfiles } from './site-profiles.js';

/** What visits to sites are made of. */
export const VISITS: Provider[] = [
  { provide: ContentTokens, useClass: SignedContentTokens },
  CallerByContentTokenHandler,
  GetPublishedSiteHandler,
  ResolvePublishedUrlHandler,
  SiteLookup,
  SiteProfiles,
];
