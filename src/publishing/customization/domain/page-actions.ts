import type { CustomizationSettings } from './settings.js';
import type { PageAction } from './values.js';

/** The actions that also have a switch beside their place in the list. */
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

/** The value of a switch; undefined if it is not set. */
function switched(settings: Groups, action: Switched): boolean | undefined {
  const [group, member] = SWITCHES[action];
  return (settings[group] as Record<string, boolean> | undefined)?.[member];
}

/**
 * Settings with the switches brought into line with the list. Older clients know only the switches, newer ones only the
 * list, and both send back what they read: if the list is unchanged, the switches count.
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
 * The page actions that are switched on, in their order; those that are not in the list come last. If readers may use
 * the assistant, a list with any actions has it too, first by default; an empty list turns the menu off.
 */
export function pageActions(settings: CustomizationSettings): PageAction[] {
  const { items } = settings.pageActions;
  const assistant = settings.ai.mode === 'assistant';
  const isOn = (action: PageAction) => (action === 'assistant' ? assistant : switched(settings, action) === true);
  const ordered = [...new Set([...items, ...ACTIONS])].filter(isOn);
  const missing = assistant && ordered.length > 0 && !ordered.includes('assistant');
  return missing ? ['assistant', ...ordered] : ordered;
}
