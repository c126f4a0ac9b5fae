import { DEFAULT_LOOK } from '#site-html';
import type { SiteCustomizationView } from '../../customization/application/customization.view.js';

const known = new WeakMap<SiteCustomizationView, SiteCustomizationView>();

/**
 * The settings that count. A site whose advanced customization is switched off keeps them, and is drawn without its
 * theme, fonts, styles of icons and code, colors of messages, logos and links of its footer. The same object for the
 * same settings.
 */
export function lookInForce(look: SiteCustomizationView): SiteCustomizationView {
  if (look.advancedCustomization.enabled) return look;
  const plain = known.get(look) ?? plainOf(look);
  known.set(look, plain);
  return plain;
}

function plainOf(look: SiteCustomizationView): SiteCustomizationView {
  const { headingFont: _, ...styling } = look.styling;
  const { theme, icons, codeTheme, infoColor, successColor, warningColor, dangerColor } = DEFAULT_LOOK;
  return {
    ...look,
    styling: {
      ...styling,
      ...{ theme, icons, codeTheme, infoColor, successColor, warningColor, dangerColor },
      ...{ font: 'Inter', monospaceFont: 'IBMPlexMono' },
    },
    header: { preset: 'default', links: look.header.links },
    footer: { groups: [] },
  };
}
