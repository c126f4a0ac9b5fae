import type { Provider } from '@nestjs/common';
import { FindContentByUrlHandler } from '../../application/link/find-content.js';
import { ListBacklinksHandler } from './backlinks.reader.js';
import { ContentRecords } from './content-records.js';
import { LinkedContents } from './linked-contents.js';
import { FindLivePageHandler } from './live-page.reader.js';
import { LiveTargets } from './live-targets.js';
import { Locations } from './locations.js';
import { GetMetaLinksHandler } from './meta-links.reader.js';
import { ListLinksHandler } from './report.reader.js';
import { VersionContexts } from './version-contexts.js';

/** What tells about links. */
export const LINKS: Provider[] = [
  ContentRecords,
  LinkedContents,
  LiveTargets,
  Locations,
  VersionContexts,
  FindContentByUrlHandler,
  FindLivePageHandler,
  GetMetaLinksHandler,
  ListBacklinksHandler,
  ListLinksHandler,
];
