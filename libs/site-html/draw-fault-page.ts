import { drawSitePage } from './draw-site-page.js';
import type { FrameFiles, SiteFrame } from './model.js';
import { DEFAULT_LOOK, topColors } from './style/look.js';
import { directionOf } from './words/words.js';

const NAME = 'Quire';
const TOP_COLORS = topColors(DEFAULT_LOOK);

/** What a page instead of another one is drawn of, where nothing is known of a site. */
export interface ServerFault {
  status: number;
  /** BCP 47. */
  language: string;
  /** The address that its link leads to. */
  root: string;
  files: FrameFiles;
}

/** A page in the usual look instead of one that is not there or went wrong: nothing is read for it. */
export function drawFaultPage({ status, language, root, files }: ServerFault): string {
  const metadata = { title: NAME, canonical: root, alternates: [], hidden: true };
  return drawSitePage({
    frame: plainFrame({ language, root, files }),
    metadata,
    content: { kind: 'fault', status, message: '' },
  });
}

/** The frame of pages that belong to no site. */
export function plainFrame({ language, root, files }: Omit<ServerFault, 'status'>): SiteFrame {
  return {
    ...{ language, direction: directionOf(language), title: NAME, root, here: root },
    ...{
      icons: 'regular',
      topColors: TOP_COLORS,
      files,
      header: [],
      sections: [],
      variants: [],
      variantKind: 'version',
    },
    theme: { byDefault: 'system', toggleable: false },
    footer: { groups: [], social: [], trademark: false },
    themeAction: root,
  };
}
