import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { diagramsIn, type DiagramPictures } from '#page-html';
import type { RichDocument } from '#rich-document';
import type { SiteFrame } from '#site-html';
import { Embeds } from '../../media/domain/embeds.js';
import { Diagrams } from '../../media/infrastructure/diagrams/diagrams.js';
import { MediaAddresses } from '../../media/infrastructure/media-addresses.js';
import type { DrawnWith } from './page-context.js';
import type { ServedSite } from './served-site.js';

/** Diagrams of one page that are drawn; others are shown as code. */
const MOST_DIAGRAMS = 20;
/** For how many milliseconds a page waits for its diagrams. */
const BUDGET_MS = 5_000;

export interface DrawnDiagrams extends Pick<DrawnWith, 'diagram'> {
  /** Whether all were drawn in time; otherwise the page will have more soon. */
  isWhole: boolean;
}

/** What pages show of other hosts, and diagrams, by addresses of this server. */
@Injectable()
export class ShownMedia {
  readonly parts: Pick<DrawnWith, 'picture' | 'frame'> = {
    picture: (url) => this.addresses.picture(url),
    frame: (url) => (this.embeds.isKnown(url) ? this.addresses.frame(url) : undefined),
  };

  constructor(
    private readonly addresses: MediaAddresses,
    private readonly embeds: Embeds,
    private readonly diagrams: Diagrams,
  ) {}

  /** The diagrams of a document. A page does not wait for those that take long: it has their text meanwhile. */
  async diagramsOf(document: RichDocument, siteId: string): Promise<DrawnDiagrams> {
    const sources = diagramsIn(document).slice(0, MOST_DIAGRAMS);
    if (sources.length === 0) return { isWhole: true };
    const drawn = new Map<string, DiagramPictures | undefined>();
    const all = sources.map(async (source) => {
      const shown = await this.diagrams.shown(source, siteId);
      if (shown !== 'late') drawn.set(source, shown);
    });
    const budget = new AbortController();
    const late = sleep(BUDGET_MS, undefined, { signal: budget.signal }).catch(() => undefined);
    await Promise.race([Promise.all(all), late]);
    budget.abort();
    return { diagram: (source) => drawn.get(source), isWhole: drawn.size === sources.length };
  }

  /** The files of a page, with the icons that a site was given as pictures. */
  icon({ look }: ServedSite, files: SiteFrame['files']): SiteFrame['files'] {
    const { icon } = look.favicon;
    const light = icon && this.addresses.picture(icon.light);
    return light === undefined ? files : { ...files, icon: light, darkIcon: this.addresses.picture(icon?.dark ?? '') };
  }
}
