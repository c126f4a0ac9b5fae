/** What renderers keep, under tags. */
export abstract class RendererCaches {
  abstract purge(...tags: string[]): Promise<void>;
  /** In one or two minutes, once for all calls in a minute. */
  abstract purgeLater(tag: string): Promise<void>;
}
