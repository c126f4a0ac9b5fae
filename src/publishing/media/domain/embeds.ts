/** What an address shows within another page: a frame, or a picture. */
export interface EmbeddedTarget {
  kind: 'frame' | 'picture';
  title: string;
  /** An address of https. */
  src: string;
}

/** Finds out how addresses are shown within pages. */
export abstract class Embeds {
  /** Whether an address is one of a provider that may have something to show; asks no other server. */
  abstract isKnown(url: string): boolean;
  /** Asks the provider; undefined where there is nothing to show but a link. */
  abstract target(url: string): Promise<EmbeddedTarget | undefined>;
}
