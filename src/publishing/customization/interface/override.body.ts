import { ApiProperty } from '@nestjs/swagger';
import {
  AnnouncementView,
  type ExternalLinksView,
  FaviconView,
  FooterGroupView,
  HeaderItemView,
  type HeaderView,
  type InternationalizationView,
  type ThemesView,
} from '../application/customization.view.js';
import {
  ThemedCodeThemeView,
  ThemedColorView,
  ThemedPictureView,
  TintView,
  type SidebarView,
  type StylingView,
} from '../application/styling.view.js';
import { nullableReference } from './described-forms.js';

/* Each member is as in the settings of a site, null where it is to be that of the site, and stays when left out. */

export class CodeThemeOverridesBody {
  default?: ThemedCodeThemeView | null;
  openapi?: ThemedCodeThemeView | null;
}

export class SidebarOverridesBody {
  /** @example filled */
  background?: SidebarView['background'] | null;
  /** @example pill */
  list?: SidebarView['list'] | null;
}

export class StylingOverridesBody {
  /** @example bold */
  theme?: StylingView['theme'] | null;
  primaryColor?: ThemedColorView | null;
  tint?: TintView | null;
  infoColor?: ThemedColorView | null;
  successColor?: ThemedColorView | null;
  warningColor?: ThemedColorView | null;
  dangerColor?: ThemedColorView | null;
  corners?: StylingView['corners'] | null;
  depth?: StylingView['depth'] | null;
  links?: StylingView['links'] | null;
  /** @deprecated */
  background?: StylingView['background'] | null;
  icons?: StylingView['icons'] | null;
  codeTheme?: CodeThemeOverridesBody;
  sidebar?: SidebarOverridesBody;
  search?: StylingView['search'] | null;
}

export class InternationalizationOverridesBody {
  /** @deprecated */
  locale?: InternationalizationView['locale'] | null;
}

export class HeaderOverridesBody {
  /** @deprecated */
  preset?: HeaderView['preset'] | null;
  logo?: ThemedPictureView | null;
  @ApiProperty({ ...nullableReference, required: false })
  primaryLink?: HeaderView['primaryLink'] | null;
  /** @deprecated */
  backgroundColor?: ThemedColorView | null;
  /** @deprecated */
  linkColor?: ThemedColorView | null;
  links?: HeaderItemView[] | null;
}

export class FooterOverridesBody {
  logo?: ThemedPictureView | null;
  groups?: FooterGroupView[] | null;
  /** At most 512 characters. */
  copyright?: string | null;
}

export class ThemesOverridesBody {
  default?: ThemesView['default'] | null;
  toggeable?: boolean | null;
}

export class SwitchOverrideBody {
  enabled?: boolean | null;
}

export class GitOverridesBody {
  showEditLink?: boolean | null;
}

export class ExternalLinksOverridesBody {
  target?: ExternalLinksView['target'] | null;
}

export class AddressOverrideBody {
  /** At most 2,048 characters. */
  url?: string | null;
}

/** What a site space is to have other than its site. Members left out stay, null gives back what the site has. */
export class OverrideSiteSpaceCustomizationBody {
  /**
   * 2 to 128 characters.
   * @example "Example guides"
   */
  title?: string | null;
  /** Language → title there. */
  localizedTitle?: Record<string, string> | null;
  styling?: StylingOverridesBody;
  internationalization?: InternationalizationOverridesBody;
  favicon?: FaviconView | null;
  header?: HeaderOverridesBody;
  footer?: FooterOverridesBody;
  announcement?: AnnouncementView | null;
  themes?: ThemesOverridesBody;
  pdf?: SwitchOverrideBody;
  feedback?: SwitchOverrideBody;
  git?: GitOverridesBody;
  externalLinks?: ExternalLinksOverridesBody;
  pagination?: SwitchOverrideBody;
  trademark?: SwitchOverrideBody;
  privacyPolicy?: AddressOverrideBody;
  socialPreview?: AddressOverrideBody;
}
