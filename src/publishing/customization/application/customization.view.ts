import type {
  AIMode,
  AnnouncementStyle,
  HeaderItemStyle,
  HeaderPreset,
  LinkTarget,
  Locale,
  PageAction,
  SocialPlatform,
  ThemeMode,
} from '../domain/values.js';
import type { ContentRefView } from './content-ref.view.js';
import type { StylingView, ThemedColorView, ThemedPictureView } from './styling.view.js';

export class InternationalizationView {
  /**
   * Language of what renderers say themselves; that of the space counts instead.
   * @deprecated
   * @example en
   */
  locale!: Locale;
}

/** The sign of the site in browsers: a picture or an emoji. Its own where it has neither. */
export class FaviconView {
  icon?: ThemedPictureView;
  emoji?: string;
}

/** A link. */
export class ContentLinkView {
  /**
   * At most 64 characters.
   * @example Status
   */
  title!: string;
  /**
   * Language → title there.
   * @example {"de": "Zustand"}
   */
  localizedTitle?: Record<string, string>;
  /**
   * What it leads to.
   * @example {"kind": "url", "url": "https://example.com/status"}
   */
  to!: ContentRefView;
}

/** A link at the top of every page, or a menu of links. */
export class HeaderItemView {
  /**
   * At most 128 characters.
   * @example Help
   */
  title!: string;
  /**
   * Language → title there.
   * @example {"de": "Hilfe"}
   */
  localizedTitle?: Record<string, string>;
  /** @example button-primary */
  style?: HeaderItemStyle;
  /**
   * What it leads to, null for nothing.
   * @example {"kind": "url", "url": "https://example.com/help"}
   */
  to!: ContentRefView | null;
  /** What the menu holds, at most 100 links. */
  links!: ContentLinkView[];
  /**
   * An expression of at most 1,024 characters: visitors for whom it does not hold do not see it.
   * @example visitor.claims.isCustomer
   */
  condition?: string;
}

/** The top of every page. */
export class HeaderView {
  /**
   * Set a theme instead.
   * @deprecated
   * @example default
   */
  preset!: HeaderPreset;
  logo?: ThemedPictureView;
  /**
   * What the logo leads to.
   * @example {"kind": "url", "url": "https://example.com"}
   */
  primaryLink?: ContentRefView;
  /** @deprecated */
  backgroundColor?: ThemedColorView;
  /** @deprecated */
  linkColor?: ThemedColorView;
  /** At most 100. */
  links!: HeaderItemView[];
}

/** Links under one title. */
export class FooterGroupView {
  /**
   * At most 128 characters.
   * @example Company
   */
  title!: string;
  /**
   * Language → title there.
   * @example {"de": "Unternehmen"}
   */
  localizedTitle?: Record<string, string>;
  /** At most 100. */
  links!: ContentLinkView[];
}

/** The end of every page. */
export class FooterView {
  logo?: ThemedPictureView;
  /** At most 100. */
  groups!: FooterGroupView[];
  /**
   * At most 512 characters.
   * @example "© 2026 Example"
   */
  copyright?: string;
}

/** What is told on every page. */
export class AnnouncementView {
  enabled!: boolean;
  /**
   * 2 to 128 characters.
   * @example "Version 2 is here"
   */
  message!: string;
  /**
   * Language → message there.
   * @example {"de": "Version 2 ist da"}
   */
  localizedMessage?: Record<string, string>;
  link?: ContentLinkView;
  /** @example info */
  style!: AnnouncementStyle;
}

/** The light mode and the dark one. */
export class ThemesView {
  /** @example light */
  default!: ThemeMode;
  /** Whether readers may choose. */
  toggeable!: boolean;
}

/** Something that is on or off. */
export class SwitchView {
  enabled!: boolean;
}

/** What readers may ask. */
export class CustomizedAIView {
  /** @example search */
  mode!: AIMode;
  /**
   * How the assistant begins, at most 256 characters.
   * @example "What can I help you with?"
   */
  greeting?: string;
  /**
   * Language → greeting there.
   * @example {"de": "Womit kann ich helfen?"}
   */
  localizedGreeting?: Record<string, string>;
  /**
   * Questions that suggest themselves: at most 5, of 3 to 64 characters.
   * @example ["How do I begin?"]
   */
  suggestions?: string[];
  /**
   * What the assistant is told besides, at most 10,000 characters. Only those see it who may change it.
   * @example "Answer in short sentences."
   */
  instructions?: string;
}

export class CustomizedGitView {
  /** Whether pages link to where they can be edited in their repository. */
  showEditLink!: boolean;
}

/**
 * What readers can do with a page. The list and the switches, here and at `git` and `pdf`, say the same: send either, or
 * both as they were read with one of them changed.
 */
export class PageActionsView {
  /** Opening the page in assistants elsewhere. */
  externalAI!: boolean;
  /** Copying and opening the page as Markdown. */
  markdown!: boolean;
  /** Connecting to the site by MCP. */
  mcp!: boolean;
  /**
   * What is on, in its order; the first stands on the page itself. The assistant is on exactly where `ai.mode` says so.
   * @example ["external-ai", "markdown", "mcp", "git", "pdf"]
   */
  items!: PageAction[];
}

export class ExternalLinksView {
  /**
   * `blank` opens links to other hosts in a tab of their own.
   * @example self
   */
  target!: LinkTarget;
}

/** An address; none where left out. */
export class OptionalAddressView {
  /**
   * At most 2,048 characters.
   * @example https://example.com/privacy
   */
  url?: string;
}

/** Where an account is shown. */
export class SocialAccountDisplayView {
  footer!: boolean;
  header!: boolean;
}

/** An account somewhere else. */
export class SocialAccountView {
  /** @example github */
  platform!: SocialPlatform;
  /**
   * 1 to 128 characters, without an `@` in front.
   * @example example
   */
  handle!: string;
  display!: SocialAccountDisplayView;
}

export class CustomizedInsightsView {
  /** Whether visitors are told apart by a cookie. */
  trackingCookie!: boolean;
}

/** How a site looks and what it offers. */
export class SiteCustomizationView {
  /**
   * Its title for readers, 2 to 128 characters; that of the site where left out.
   * @example "Example documentation"
   */
  title?: string;
  /**
   * Language → title there.
   * @example {"de": "Beispiel-Dokumentation"}
   */
  localizedTitle?: Record<string, string>;
  styling!: StylingView;
  internationalization!: InternationalizationView;
  favicon!: FaviconView;
  header!: HeaderView;
  footer!: FooterView;
  announcement?: AnnouncementView;
  themes!: ThemesView;
  /** Whether readers may have pages as PDF. */
  pdf!: SwitchView;
  /** Whether readers are asked what they think of pages. */
  feedback!: SwitchView;
  ai!: CustomizedAIView;
  /** Whether all of these settings are in force. */
  advancedCustomization!: SwitchView;
  git!: CustomizedGitView;
  pageActions!: PageActionsView;
  externalLinks!: ExternalLinksView;
  /** Whether pages link to the ones before and behind them. */
  pagination!: SwitchView;
  /** Whether pages say what they were published with. */
  trademark!: SwitchView;
  privacyPolicy!: OptionalAddressView;
  /** The picture that others show of the site. */
  socialPreview!: OptionalAddressView;
  /** At most 10. */
  socialAccounts!: SocialAccountView[];
  insights!: CustomizedInsightsView;
  /**
   * Absent where nobody set anything.
   * @example 2026-02-03T14:20:00.000Z
   */
  updatedAt?: string;
}

/** The same of a site space: what it has other than its site, and all else as its site has it. */
export class SiteSpaceCustomizationView extends SiteCustomizationView {
  /** Whether it has anything other than its site. */
  hasOverrides!: boolean;
}
