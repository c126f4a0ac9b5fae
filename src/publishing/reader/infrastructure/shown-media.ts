import { Injectable } from '@nestjs/common';
import type { SiteFrame } from '#site-html';
import { Embeds } from '../../media/domain/embeds.js';
import { MediaAddresses } from '../../media/infrastructure/media-addresses.js';
import type { DrawnWith } from './page-context.js';
import type { ServedSite } from './served-site.js';

/** What pages show of other hosts, by addresses of this server. */
@Injectable()
export class ShownMedia {
  readonly parts: Pick<DrawnWith, 'picture' | 'frame'> = {
    picture: (url) => this.addresses.picture(url),
    frame: (url) => (this.embeds.isKnown(url) ? this.addresses.frame(url) : undefined),
  };

  constructor(
    private readonly addresses: MediaAddresses,
    private readonly embeds: Embeds,
  ) {}

  /** The files of a page, with the icon that a site was given as a picture. */
  icon({ look }: ServedSite, files: SiteFrame['files']): SiteFrame['files'] {
    const icon = look.favicon.icon && this.addresses.picture(look.favicon.icon.light);
    return icon === undefined ? files : { ...files, icon };
  }
}
