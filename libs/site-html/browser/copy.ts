import { kit } from './kit.js';

/** How long a button says that something was copied, in milliseconds. */
const SAID_MS = 2_000;

/** Reveals the buttons that copy code, where the browser lets a page copy. */
export function revealCopying(): void {
  if (!mayCopy()) return;
  for (const button of document.querySelectorAll<HTMLElement>('.code > button.copy')) button.hidden = false;
}

/** Copies the code of a button, or the text that a link leads to. Answers whether it was either. */
export function copyBy(clicked: Element): boolean {
  const button = clicked.closest<HTMLElement>('.code > button.copy');
  const code = button?.parentElement?.querySelector('pre');
  if (button && code) {
    navigator.clipboard.writeText(code.textContent ?? '').then(
      () => confirm(button, button),
      () => getSelection()?.selectAllChildren(code),
    );
    return true;
  }
  const link = clicked.closest<HTMLAnchorElement>('a[data-copy]');
  if (!link || !mayCopy()) return false;
  copyTextOf(link.href).then(
    () => confirm(link, link.querySelector('span') ?? link),
    () => location.assign(link.href),
  );
  return true;
}

const mayCopy = (): boolean => 'clipboard' in navigator;

/** The copy is begun before the text is there: some browsers allow it at once after a click only. */
function copyTextOf(address: string): Promise<void> {
  const text = fetch(address).then(async (answer) => {
    if (!answer.ok) throw new Error(`${answer.status}`);
    return new Blob([await answer.text()], { type: 'text/plain' });
  });
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
}

/** Marks what was pressed as `done` for a while, and shows so in the place of its words. */
async function confirm(pressed: Element, label: Element): Promise<void> {
  if (pressed.classList.contains('done')) return;
  const before = label.textContent;
  pressed.classList.add('done');
  setTimeout(() => {
    pressed.classList.remove('done');
    label.textContent = before;
  }, SAID_MS);
  const { copied } = await kit.words();
  if (pressed.classList.contains('done')) label.textContent = copied;
  kit.announce(copied);
}
