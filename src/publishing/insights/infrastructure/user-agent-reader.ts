import Bowser from 'bowser';
import { isbot } from 'isbot';
import { botNamedIn, BROWSERS, DEVICES, SYSTEMS, UserAgents, type Agent } from '../domain/user-agents.js';

/** The API's names of browsers by those of the library, where they differ. */
const BROWSER_NAMES: Readonly<Record<string, Agent['browser']>> = {
  chromium: 'chrome',
  'microsoft edge': 'edge',
  'internet explorer': 'ie',
};

/** Most visitors have one of a few user agents, so results are cached. */
const MOST_KEPT = 1_000;

/** Reads user agents with two libraries that are updated for new browsers and bots. */
export class UserAgentReader extends UserAgents {
  readonly #read = new Map<string, Agent>();

  read(userAgent: string): Agent {
    const known = this.#read.get(userAgent);
    if (known) return known;
    if (this.#read.size >= MOST_KEPT) this.#read.clear();
    const agent = agentOf(userAgent);
    this.#read.set(userAgent, agent);
    return agent;
  }
}

function agentOf(userAgent: string): Agent {
  const parser = Bowser.getParser(userAgent);
  const [device, browser, system] = [parser.getPlatformType(true), parser.getBrowserName(true), parser.getOSName(true)];
  return {
    device: DEVICES.find((known) => known === device) ?? 'unknown',
    browser: BROWSER_NAMES[browser] ?? BROWSERS.find((known) => known === browser) ?? 'unknown',
    system: SYSTEMS.find((known) => known === system) ?? 'unknown',
    bot: botNamedIn(userAgent) ?? (isbot(userAgent) ? 'unknown' : null),
  };
}
