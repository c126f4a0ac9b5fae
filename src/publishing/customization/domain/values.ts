/* The values that settings of a site may have. With `oneOf`, the first of a list is the default. */

export const THEMES = ['clean', 'muted', 'bold', 'gradient'] as const;
export const CORNERS = ['rounded', 'straight', 'circular'] as const;
export const DEPTHS = ['subtle', 'flat'] as const;
export const LINK_STYLES = ['default', 'accent'] as const;
export const FONTS = [
  'Inter',
  'ABCFavorit',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
] as const;
export const MONOSPACE_FONTS = [
  'IBMPlexMono',
  'FiraCode',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
] as const;
export const FONT_FORMATS = ['woff2', 'woff'] as const;
export const BACKGROUNDS = ['plain', 'match'] as const;
export const ICON_STYLES = ['regular', 'solid', 'duotone', 'light', 'thin'] as const;
export const SIDEBAR_BACKGROUNDS = ['default', 'filled'] as const;
export const SIDEBAR_LISTS = ['default', 'pill', 'line'] as const;
export const SEARCH_STYLES = ['prominent', 'subtle'] as const;
export const LOCALES = ['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru'] as const;
export const HEADER_PRESETS = ['default', 'bold', 'contrast', 'custom', 'none'] as const;
export const HEADER_ITEM_STYLES = ['link', 'button-primary', 'button-secondary'] as const;
export const ANNOUNCEMENT_STYLES = ['info', 'warning', 'danger', 'success'] as const;
export const THEME_MODES = ['light', 'dark', 'system'] as const;
export const AI_MODES = ['none', 'search', 'assistant'] as const;
export const LINK_TARGETS = ['self', 'blank'] as const;
export const PAGE_ACTIONS = ['assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf'] as const;
export const SOCIAL_PLATFORMS = [
  'twitter',
  'instagram',
  'facebook',
  'linkedin',
  'github',
  'discord',
  'slack',
  'youtube',
  'tiktok',
  'reddit',
  'bluesky',
  'mastodon',
  'threads',
  'medium',
] as const;

/** Themes of code blocks, by the names of the highlighter that renderers use. */
export const CODE_THEMES: readonly [string, ...string[]] = [
  'default-light',
  ...(
    'default-dark monochrome-light monochrome-dark andromeeda aurora-x ayu-dark catppuccin-frappe catppuccin-latte ' +
    'catppuccin-macchiato catppuccin-mocha dark-plus dracula dracula-soft everforest-dark everforest-light ' +
    'github-dark github-dark-default github-dark-dimmed github-dark-high-contrast github-light ' +
    'github-light-default github-light-high-contrast gruvbox-dark-hard gruvbox-dark-medium gruvbox-dark-soft ' +
    'gruvbox-light-hard gruvbox-light-medium gruvbox-light-soft houston kanagawa-dragon kanagawa-lotus ' +
    'kanagawa-wave laserwave light-plus material-theme material-theme-darker material-theme-lighter ' +
    'material-theme-ocean material-theme-palenight min-dark min-light monokai night-owl nord one-dark-pro ' +
    'one-light plastic poimandres red rose-pine rose-pine-dawn rose-pine-moon slack-dark slack-ochin ' +
    'snazzy-light solarized-dark solarized-light synthwave-84 tokyo-night vesper vitesse-black vitesse-dark ' +
    'vitesse-light'
  ).split(' '),
];

type Word<List extends readonly string[]> = List[number];

export type Theme = Word<typeof THEMES>;
export type Corners = Word<typeof CORNERS>;
export type Depth = Word<typeof DEPTHS>;
export type LinkStyle = Word<typeof LINK_STYLES>;
export type Font = Word<typeof FONTS>;
export type MonospaceFont = Word<typeof MONOSPACE_FONTS>;
export type FontFormat = Word<typeof FONT_FORMATS>;
export type Background = Word<typeof BACKGROUNDS>;
export type IconStyle = Word<typeof ICON_STYLES>;
export type SidebarBackground = Word<typeof SIDEBAR_BACKGROUNDS>;
export type SidebarList = Word<typeof SIDEBAR_LISTS>;
export type SearchStyle = Word<typeof SEARCH_STYLES>;
export type Locale = Word<typeof LOCALES>;
export type HeaderPreset = Word<typeof HEADER_PRESETS>;
export type HeaderItemStyle = Word<typeof HEADER_ITEM_STYLES>;
export type AnnouncementStyle = Word<typeof ANNOUNCEMENT_STYLES>;
export type ThemeMode = Word<typeof THEME_MODES>;
export type AIMode = Word<typeof AI_MODES>;
export type LinkTarget = Word<typeof LINK_TARGETS>;
export type PageAction = Word<typeof PAGE_ACTIONS>;
export type SocialPlatform = Word<typeof SOCIAL_PLATFORMS>;
