import { emojiPoints } from '#rich-document';
import type { CustomizationSettings } from '../../customization/domain/settings.js';

/** For whom a site is shown. */
export interface Viewer {
  /** Whether it is a visitor; else a member of the organization. */
  visitor: boolean;
  /** The conditions that hold for them. */
  held: ReadonlySet<string>;
  /** Whether the organization lets them ask. */
  ai: boolean;
}

/**
 * How a site looks to a viewer. Conditions of links in the header are decided and left out, what the organization has
 * switched off is not offered, and renderers know an emoji by its code points.
 */
export function shownCustomization(
  settings: CustomizationSettings,
  { visitor, held, ai }: Viewer,
): CustomizationSettings {
  const links = settings.header.links.flatMap(({ condition, ...link }) =>
    condition === undefined || held.has(condition) ? [link] : [],
  );
  const { emoji } = settings.favicon;
  return {
    ...settings,
    ai: ai ? settings.ai : { ...settings.ai, mode: 'none' as const },
    favicon: emoji !== undefined && visitor ? { emoji: emojiPoints(emoji) } : settings.favicon,
    header: { ...settings.header, links },
  };
}
