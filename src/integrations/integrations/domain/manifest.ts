import type { ScriptScope } from '#kernel/application/scopes';
import type { ConfigurationSchema } from './configuration-schema.js';

/** Where an integration may be installed. */
export const TARGETS = ['all', 'site', 'space', 'organization'] as const;
export type InstallationTarget = (typeof TARGETS)[number];

/** `public`: listed for everybody. `unlisted`: for those who know its name. `private`: for its own organization. */
export const VISIBILITIES = ['public', 'unlisted', 'private'] as const;
export type IntegrationVisibility = (typeof VISIBILITIES)[number];

export const CATEGORIES = [
  'analytics',
  'collaboration',
  'content',
  'gitsync',
  'marketing',
  'visitor-auth',
  'other',
] as const;
export type IntegrationCategory = (typeof CATEGORIES)[number];

/** A block that the integration adds to pages. */
export interface IntegrationBlock {
  id: string;
  title: string;
  description?: string;
  /** URL of its icon. */
  icon?: string;
  /** Patterns of links that become this block. */
  urlUnfurl?: string[];
  /** How the block is written in Markdown: a fenced code block in this language, whose text is the property `body`. */
  markdown?: { codeblock: string; body: string };
}

/** Content that the integration computes. */
export interface IntegrationContentSource {
  id: string;
  title: string;
  description?: string;
  icon?: string;
  configuration?: { componentId: string };
}

export interface ExternalLink {
  label: string;
  url: string;
}

/** What an author declares of an integration, as one version of it has it. */
export interface Manifest {
  runtime: 'v1' | 'v2';
  title: string;
  description: string;
  summary: string;
  target: InstallationTarget;
  scopes: ScriptScope[];
  categories: IntegrationCategory[];
  blocks: IntegrationBlock[];
  contentSources: IntegrationContentSource[];
  externalLinks: ExternalLink[];
  configurations: { account?: ConfigurationSchema; space?: ConfigurationSchema; site?: ConfigurationSchema };
  /** The directives, joined by semicolons. */
  contentSecurityPolicy?: string;
  /** The hashes of its pictures. */
  icon?: string;
  previewImages: string[];
}

/** The host of each pattern of links that a block unfurls. */
export function blockDomainsOf(blocks: readonly IntegrationBlock[]): string[] {
  const hosts = blocks.flatMap(({ urlUnfurl = [] }) => urlUnfurl.flatMap((pattern) => hostOf(pattern) ?? []));
  return [...new Set(hosts)].sort();
}

/** Patterns are URLs in which `*` and `**` take the place of anything. */
function hostOf(pattern: string): string | undefined {
  const host = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(pattern)?.[1]?.toLowerCase();
  return host?.replace(/^(?:\*+\.)+/, '').replace(/:\d+$/, '');
}
