const YEAR_SECONDS = 31_536_000;

/** Takes on the theme that a button of the form was pressed for, as the server would. Answers whether it could. */
export function chooseTheme(form: HTMLFormElement, button: HTMLElement | null): boolean {
  const theme = button?.getAttribute('value');
  if (!form.matches('.theme') || !theme) return false;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const path = new URL(form.action).pathname.replace(/~\/[^/]*$/, '');
  document.cookie = `quire_theme=${theme}; path=${path}; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name=color-scheme]')?.setAttribute('content', theme === 'system' ? 'light dark' : theme);
  // Without them a browser takes the background of the page.
  for (const color of document.querySelectorAll('meta[name=theme-color]')) color.remove();
  for (const one of document.querySelectorAll('form.theme button'))
    one.setAttribute('aria-pressed', String(one.getAttribute('value') === theme));
  return true;
}
