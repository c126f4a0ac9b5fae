import { copyBy, revealCopying } from './copy.js';
import { kit } from './kit.js';
import { followOutline } from './outline.js';
import { startTabs } from './tabs.js';
import { chooseTheme } from './theme.js';

/*
 * The script that all pages load. Everything in a page works without it; what is not needed at once is loaded when it
 * is first used, and where that fails the browser does what it would have done.
 */

const search = document.querySelector<HTMLFormElement>('form.search:not(.own)');
const field = search?.querySelector('input');

function openSearch(query: string): void {
  if (!search) return;
  import('./search.js')
    .then(({ openSearch: open }) => open(search, query, kit))
    .catch(() => location.assign(search.action));
}

document.addEventListener('click', (event) => {
  const { target, button } = event;
  const isPlain = button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!(target instanceof Element) || !isPlain || event.defaultPrevented) return;
  const embed = target.closest<HTMLAnchorElement>('a.embed[data-frame]');
  const searching = search && target.closest<HTMLElement>('a[data-action=search]');
  if (embed) {
    event.preventDefault();
    import('./embed.js').then(({ showEmbed }) => showEmbed(embed, kit)).catch(() => location.assign(embed.href));
  } else if (searching) {
    event.preventDefault();
    openSearch(searching.dataset['query'] ?? '');
  } else if (target === field) openSearch(field.value);
  else if (copyBy(target)) event.preventDefault();
});

/** Sends a form as the browser does, which forgets the button. */
function submitAsPressed(form: HTMLFormElement, { name, value }: HTMLButtonElement): void {
  form.append(kit.make('input', { type: 'hidden', name, value }));
  form.submit();
}

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  if (form === search && field?.value.trim() === '') {
    event.preventDefault();
    openSearch('');
  } else if (form.matches('.feedback') && submitter instanceof HTMLButtonElement) {
    event.preventDefault();
    import('./feedback.js')
      .then(({ sendFeedback }) => sendFeedback(form, submitter, kit))
      .catch(() => submitAsPressed(form, submitter));
  } else if (form.matches('.api-form')) {
    event.preventDefault();
    import('./try.js').then(
      ({ tryRequest }) => tryRequest(form, kit),
      () => form.submit(),
    );
  } else if (chooseTheme(form, submitter)) event.preventDefault();
});

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  const isWriting =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  const isCommand = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && key.toLowerCase() === 'k';
  if (!search || (!isCommand && (key !== '/' || isWriting || event.metaKey || event.ctrlKey || event.altKey))) return;
  event.preventDefault();
  openSearch('');
});

// Who comes to the field with the keyboard goes on in the dialog from the first letter.
field?.addEventListener('input', () => openSearch(field.value));

revealCopying();
startTabs();
followOutline();
if (document.querySelector('.table[data-search]')) void import('./tables.js').then(({ addSearch }) => addSearch(kit));
if (document.querySelector('.kit-form, a[data-late]'))
  void import('./block.js').then(({ startBlocks }) => startBlocks(kit));
