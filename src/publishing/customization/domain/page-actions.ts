import type { CustomizationSettings } from './settings.js';
import type { PageAction } from './values.js';

/** The actions that have a switch of their own beside their place in the list, each with the switch. */
const SWITCHES = {
  'external-ai': ['pageActions', 'externalAI'],
  markdown: ['pageActions', 'markdown'],
  mcp: ['pageActions', 'mcp'],
  git: ['git', 'showEditLink'],
  pdf: ['pdf', 'enabled'],
} as const satisfies Partial<Record<PageAction, readonly [string, string]>>;

type Switched = keyof typeof SWITCHES;
type Groups = { readonly [group: string]: unknown };

const ACTIONS = Object.keys(SWITCHES) as Switched[];

/** What a switch says, undefined where it says nothing. */
function switched(settings: Groups, action: Switched): boolean | undefined {
  const [group, member] = SWITCHES[action];
  return (settings[group] as Record<string, boolean> | undefined)?.[member];
}

/**
 * Settings as somebody gave them, with switches that say what the list says. Older clients know the switches only, and
 * newer ones the list only, but both send back what they read: where the list is as it was, the switches count.
 */
export function withSwitches(given: Groups, before: CustomizationSettings): Groups {
  const items = (given.pageActions as { items?: PageAction[] } | undefined)?.items;
  if (!items) return given;
  const listed = items.join() !== before.pageActions.items.join();
  const settings: Record<string, unknown> = { ...given };
  for (const action of ACTIONS) {
    const [group, member] = SWITCHES[action];
    const on = (listed ? undefined : switched(given, action)) ?? items.includes(action);
    settings[group] = { ...(settings[group] as object | undefined), [member]: on };
  }
  return settings;
}

/**
 * The actions in their order, as the switches say. A list with any has the assistant where readers may talk to it, in
 * front unless it has a place; an empty one turns the menu off.
 */
export function pageActions(settings: CustomizationSettings): PageAction[] {
  const { items } = settings.pageActions;
  const assistant = settings.ai.mode === 'assistant';
  const isOn = (action: PageAction) => (action === 'assistant' ? assistant : switched(settings, action) === true);
  const ordered = [...new Set([...items, ...ACTIONS])].filter(isOn);
  const missing = assistant && ordered.length > 0 && !ordered.includes('assistant');
  return missing ? ['assistant', ...ordered] : ordered;
}
