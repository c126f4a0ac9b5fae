import type { ScriptWords } from '../scripts/script-words.js';

/** What scripts that load later use of the one that all pages load, so that they share no further file. */
export interface Kit {
  /** The texts in the language of the page; rejects where they can't be fetched. */
  words(): Promise<ScriptWords>;
  /** Loads a style sheet that is beside the texts; ends when it is there, or can't be fetched. */
  sheet(name: string): Promise<void>;
  make: typeof make;
  announce: typeof announce;
}

let words: Promise<ScriptWords> | undefined;
let status: HTMLElement | undefined;

export const kit: Kit = {
  words: () => (words ??= fetchWords()),
  sheet,
  make,
  announce,
};

async function fetchWords(): Promise<ScriptWords> {
  const answer = await fetch(document.documentElement.dataset['words'] ?? '');
  return (await answer.json()) as ScriptWords;
}

function sheet(name: string): Promise<void> {
  const href = new URL(name, new URL(document.documentElement.dataset['words'] ?? '', location.href)).href;
  const link = make('link', { rel: 'stylesheet', href });
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}

/** An element with its attributes; those that are undefined are left out. */
function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | undefined>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Has a screen reader say a text. It says what changes in a region that is already there. */
function announce(text: string): void {
  if (!status) document.body.append((status = make('p', { class: 'sr', role: 'status' })));
  const region = status;
  region.textContent = '';
  setTimeout(() => (region.textContent = text), 100);
}
