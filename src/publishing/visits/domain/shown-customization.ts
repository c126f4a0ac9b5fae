import { emojiPoints } from '#rich-document';
import type { CustomizationSettings } from '../../customization/domain/settings.js';

/** The person for whom a site is rendered. */
export interface Viewer {
  /** True for a visitor, false for a member of the organization. */
  visitor: boolean;
  /** The conditions that are true for them. */
  held: ReadonlySet<string>;
  /** Whether the organization allows AI. */
  ai: boolean;
}

/**
 * The customization of a site for a viewer. Conditions of header links are evaluated and left out, the AI mode is
 * `none` unless the organization allows AI, and visitors get the emoji of the favicon as code points.
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
