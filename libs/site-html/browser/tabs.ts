const KEY = 'quire-tabs';
const MOST_REMEMBERED = 20;

/** Keeps tabs of the same name in step, and remembers those that were chosen while the reader is on the site. */
export function startTabs(): void {
  const chosen = remembered();
  for (const group of document.querySelectorAll('.tabs')) {
    const slug = chosen.find((one) => tabIn(group, one));
    if (slug !== undefined) check(tabIn(group, slug));
  }
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches('.tabs > input[data-slug]')) chooseEverywhere(target);
  });
  addEventListener('hashchange', revealTarget);
  revealTarget();
}

/** What changes above must not move what was clicked. */
function chooseEverywhere(input: HTMLInputElement): void {
  const slug = input.dataset['slug'] ?? '';
  const place = input.nextElementSibling ?? input;
  const { top } = place.getBoundingClientRect();
  for (const group of document.querySelectorAll('.tabs')) if (group !== input.parentElement) check(tabIn(group, slug));
  scrollBy({ top: place.getBoundingClientRect().top - top, behavior: 'instant' });
  remember(slug);
}

/** Opens the tabs around what the address names. */
function revealTarget(): void {
  const target = document.querySelector(':target');
  let hidden = target?.closest('.tab');
  if (!target || !hidden) return;
  for (; hidden; hidden = hidden.parentElement?.closest('.tab'))
    check(hidden.previousElementSibling?.previousElementSibling);
  target.scrollIntoView();
}

const tabIn = (group: Element, slug: string): Element | undefined =>
  [...group.children].find((child) => child.matches('input') && child.getAttribute('data-slug') === slug);

function check(input: Element | null | undefined): void {
  if (input instanceof HTMLInputElement) input.checked = true;
}

/** The names of tabs, the last one chosen first; none where the browser keeps nothing. */
function remembered(): string[] {
  try {
    return (sessionStorage.getItem(KEY) ?? '').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

function remember(slug: string): void {
  const slugs = [slug, ...remembered().filter((one) => one !== slug)].slice(0, MOST_REMEMBERED);
  try {
    sessionStorage.setItem(KEY, slugs.join('\n'));
  } catch {
    // A browser that keeps nothing shows each page with its first tabs.
  }
}
