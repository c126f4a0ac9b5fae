import type { SearchHit } from '../model.js';
import type { ScriptWords } from '../scripts/script-words.js';
import type { Kit } from './kit.js';

const WAIT_MS = 120;

let shown: SearchDialog | undefined;

/** Opens the dialog with what is looked for; it is made when it is first opened. */
export async function openSearch(form: HTMLFormElement, query: string, kit: Kit): Promise<void> {
  const words = await kit.words();
  if (!shown) await kit.sheet(words.sheet);
  shown ??= new SearchDialog(form, words, kit);
  shown.open(query);
}

/** A field with a list of what was found below it, in which the arrow keys choose and Enter opens. */
class SearchDialog {
  readonly #action: string;
  readonly #dialog: HTMLDialogElement;
  readonly #form: HTMLFormElement;
  readonly #field: HTMLInputElement;
  readonly #status: HTMLElement;
  readonly #list: HTMLElement;
  readonly #more: HTMLAnchorElement;
  readonly #asking: HTMLButtonElement;
  readonly #answer: HTMLElement;
  #links: HTMLAnchorElement[] = [];
  #chosen = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;
  #question: XMLHttpRequest | undefined;
  /** Whether Enter was pressed before there was anything to open. */
  #isHurried = false;

  constructor(
    private readonly origin: HTMLFormElement,
    private readonly words: ScriptWords,
    private readonly kit: Kit,
  ) {
    const { make } = kit;
    const { search, close } = words;
    const { keys } = search;
    this.#action = origin.action;
    this.#field = make('input', {
      name: 'q',
      role: 'combobox',
      'aria-label': search.name,
      'aria-controls': '_hits',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      placeholder: origin.querySelector('input')?.placeholder ?? search.name,
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      enterkeyhint: 'search',
      maxlength: '256',
    });
    this.#status = make('p', { class: 'search-status', role: 'status' });
    this.#list = make('div', { class: 'search-hits', id: '_hits', role: 'listbox', 'aria-label': search.name });
    this.#more = make('a', { class: 'search-more', href: this.#action, hidden: '' }, search.more);
    this.#asking = make('button', { type: 'button', class: 'search-ask', hidden: '' });
    this.#answer = make('div', { class: 'search-answer', role: 'status', hidden: '' });
    const leave = make('button', { type: 'button', class: 'close' }, close);
    this.#form = make('form', { action: this.#action, class: 'search-field' }, this.#field, leave);
    const hints = [
      ['↑ ↓', keys.choose],
      ['↵', keys.open],
      ['Esc', keys.close],
    ].map(([key = '', what = '']) => make('span', {}, make('kbd', {}, key), ` ${what}`));
    const keysLine = make('p', { class: 'search-keys', 'aria-hidden': 'true' }, ...hints);
    this.#dialog = make(
      'dialog',
      { class: 'search-dialog', 'aria-label': search.name },
      this.#form,
      this.#status,
      this.#asking,
      this.#answer,
      this.#list,
      this.#more,
      keysLine,
    );
    this.#listen(leave);
    document.body.append(this.#dialog);
  }

  open(query: string): void {
    const typed = this.origin.querySelector('input');
    if (typed) typed.value = '';
    if (this.#dialog.open) return;
    this.#dialog.showModal();
    this.#field.value = query;
    this.#field.focus();
    this.#look(0);
  }

  #listen(leave: HTMLElement): void {
    leave.addEventListener('click', () => this.#dialog.close());
    this.#asking.addEventListener('click', () => this.#inquire());
    this.#dialog.addEventListener('close', () => this.#stop());
    // A click beside the dialog is one on the dialog itself; one on a result may lead to a place in this page.
    this.#dialog.addEventListener('click', ({ target }) => {
      if (target === this.#dialog || (target instanceof Element && target.closest('a'))) this.#dialog.close();
    });
    this.#field.addEventListener('input', () => this.#look(WAIT_MS));
    this.#field.addEventListener('keydown', (event) => this.#press(event));
    this.#list.addEventListener('pointermove', ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link) this.#choose(this.#links.indexOf(link));
    });
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && this.#links.length > 0) {
      event.preventDefault();
      this.#choose((this.#chosen + step + this.#links.length) % this.#links.length);
    } else if (event.key === 'Enter') {
      const isWaiting = this.#timer !== undefined || this.#request !== undefined;
      // With nothing to open, the form leads to the page that searches.
      if (!isWaiting && this.#links.length === 0) return;
      event.preventDefault();
      this.#isHurried = isWaiting;
      if (!isWaiting) this.#links[this.#chosen]?.click();
    }
  }

  /** Looks for what is in the field, after a while in which nothing more is typed. */
  #look(wait: number): void {
    this.#stop();
    const query = this.#field.value.trim();
    this.#asking.hidden = query === '' || this.origin.dataset['ask'] === undefined;
    this.#asking.textContent = this.words.search.askFor.replace('{query}', () => query);
    if (query === '') this.#show([], this.words.search.hint);
    else this.#timer = setTimeout(() => void this.#ask(query), wait);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#question?.abort();
    this.#timer = this.#request = this.#question = undefined;
    this.#isHurried = false;
    this.#answer.hidden = true;
    this.#list.hidden = false;
  }

  /** Takes the answer from the page that gives it without a script: the browser reads it, and no text becomes elements. */
  #inquire(): void {
    const request = new XMLHttpRequest();
    const { asking, failed } = this.words.search;
    this.#stop();
    this.#question = request;
    this.#field.focus();
    this.#asking.hidden = this.#list.hidden = this.#more.hidden = true;
    this.#answer.hidden = false;
    this.#answer.textContent = asking;
    request.open('POST', this.origin.dataset['ask'] ?? '');
    request.responseType = 'document';
    request.addEventListener('loadend', () => {
      if (request !== this.#question) return;
      this.#answer.replaceChildren(request.responseXML?.querySelector('.answer') ?? failed);
    });
    request.send(new URLSearchParams({ q: this.#field.value.trim() }));
  }

  async #ask(query: string): Promise<void> {
    const request = new AbortController();
    const { search } = this.words;
    this.#timer = undefined;
    this.#request = request;
    if (this.#links.length === 0) this.#status.textContent = search.loading;
    const address = new URL(this.#action);
    address.searchParams.set('q', query);
    const hits = await this.#fetch(address, request.signal);
    if (request !== this.#request) return;
    this.#request = undefined;
    const isHurried = this.#isHurried;
    this.#isHurried = false;
    this.#more.href = address.href;
    this.#show(
      hits ?? [],
      (hits?.length === 0 ? search.nothing : search.results).replace('{query}', () => query),
    );
    // What failed here may work on the page that searches.
    this.#more.hidden = hits?.length === 0;
    if (isHurried) (this.#links[0] ?? this.#more).click();
  }

  async #fetch(address: URL, signal: AbortSignal): Promise<SearchHit[] | undefined> {
    try {
      const answer = await fetch(address, { signal, headers: { accept: 'application/json' } });
      if (!answer.ok) return undefined;
      return ((await answer.json()) as { hits: SearchHit[] }).hits;
    } catch {
      return undefined;
    }
  }

  #show(hits: readonly SearchHit[], status: string): void {
    this.#links = hits.filter(({ href }) => /^https?:/.test(new URL(href, location.href).protocol)).map(this.#draw);
    this.#list.replaceChildren(...this.#links);
    this.#more.hidden = true;
    this.#status.textContent = status;
    this.#status.classList.toggle('sr', this.#links.length > 0);
    this.#field.setAttribute('aria-expanded', String(this.#links.length > 0));
    this.#choose(0);
  }

  readonly #draw = ({ title, href, path, text }: SearchHit, index: number): HTMLAnchorElement => {
    const { make } = this.kit;
    const parts = text.map((part) => (part.marked ? make('mark', {}, part.text) : part.text));
    const link = make('a', { href, id: `_hit-${index}`, role: 'option', tabindex: '-1' });
    if (path.length > 0) link.append(make('span', { class: 'path' }, path.join(' › ')), ' ');
    link.append(make('span', { class: 'title' }, title), ' ');
    if (parts.length > 0) link.append(make('span', { class: 'text' }, ...parts));
    return link;
  };

  #choose(index: number): void {
    this.#chosen = index;
    for (const [at, link] of this.#links.entries()) link.setAttribute('aria-selected', String(at === index));
    const link = this.#links[index];
    if (link) this.#field.setAttribute('aria-activedescendant', link.id);
    else this.#field.removeAttribute('aria-activedescendant');
    link?.scrollIntoView({ block: 'nearest' });
  }
}
