export const DEVICES = ['desktop', 'tablet', 'mobile', 'unknown'] as const;
export const BROWSERS = ['chrome', 'firefox', 'safari', 'edge', 'ie', 'opera', 'unknown'] as const;
export const SYSTEMS = ['windows', 'macos', 'linux', 'android', 'ios', 'unknown'] as const;

/** Marks of known programs, in the order in which they are looked for in a user agent. */
const BOT_MARKS = [
  ['googlebot', /googlebot/i],
  ['bingbot', /bingbot/i],
  ['duckassist', /duckassist/i],
  ['duckduckbot', /duckduckbot/i],
  ['facebookbot', /facebookbot|facebookexternalhit/i],
  ['applebot', /applebot/i],
  ['gptbot', /gptbot/i],
  ['chatgpt', /chatgpt/i],
  ['openai', /oai-searchbot|openai/i],
  ['claude-code', /claude-code/i],
  ['claudebot', /claudebot/i],
  ['claude', /claude/i],
  ['anthropic', /anthropic/i],
  ['gemini', /gemini|google-extended/i],
  ['perplexity', /perplexity/i],
  ['cohere', /cohere/i],
  ['mistral', /mistral/i],
  ['deepseek', /deepseek/i],
  ['meta-fetcher', /meta-externalfetcher/i],
  ['meta-webindexer', /meta-webindexer/i],
  ['meta-ads', /meta-externalads/i],
  ['meta', /meta-externalagent/i],
  ['bytespider', /bytespider/i],
  ['ccbot', /ccbot/i],
  ['amzn-searchbot', /amzn-searchbot/i],
  ['amzn-user', /amzn-user/i],
  ['amazonbot', /amazonbot/i],
  ['youbot', /youbot/i],
  ['github-copilot', /github-?copilot/i],
  ['cursor', /\bcursor\//i],
  ['vscode', /\bvscode\b|visual studio code/i],
  ['codex', /\bcodex\b/i],
  ['opencode', /\bopencode\b/i],
  ['grok', /\bgrok/i],
] as const;

type NamedBot = (typeof BOT_MARKS)[number][0];

/** `unknown` is a program that is not in the list. */
export const BOTS: readonly (NamedBot | 'unknown')[] = ['unknown', ...BOT_MARKS.map(([name]) => name)];

/** What is derived from a user agent: coarse, so that it identifies no visitor. */
export interface Agent {
  device: (typeof DEVICES)[number];
  browser: (typeof BROWSERS)[number];
  system: (typeof SYSTEMS)[number];
  /** Null for a person. */
  bot: NamedBot | 'unknown' | null;
}

export const UNKNOWN_AGENT: Agent = { device: 'unknown', browser: 'unknown', system: 'unknown', bot: null };

/** Recognizes programs by their user agent. */
export abstract class UserAgents {
  abstract read(userAgent: string): Agent;
}

/** The known program with this user agent, if any. */
export function botNamedIn(userAgent: string): NamedBot | undefined {
  return BOT_MARKS.find(([, mark]) => mark.test(userAgent))?.[0];
}
