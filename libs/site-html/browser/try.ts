import type { Kit } from './kit.js';

interface Answer {
  status: number;
  headers: [name: string, value: string][];
  body: string;
  isCut: boolean;
  milliseconds: number;
}

/** Sends what was entered for a request, and shows the answer below the form. All of it is shown as text. */
export async function tryRequest(form: HTMLFormElement, kit: Kit): Promise<void> {
  const entered = new FormData(form);
  const fields = form.enctype === 'multipart/form-data' ? entered : new URLSearchParams();
  if (fields !== entered)
    for (const [name, value] of entered) if (typeof value === 'string') fields.append(name, value);
  const state = form.querySelector<HTMLElement>('.api-state');
  const button = form.querySelector<HTMLButtonElement>('button.api-send');
  if (!state || !button || button.getAttribute('aria-disabled') === 'true') return;
  const { failed = '', cut = '', headers = '' } = state.dataset;
  form.querySelector('.api-answer')?.remove();
  state.textContent = button.dataset['busy'] ?? '';
  button.setAttribute('aria-disabled', 'true');
  try {
    const answer = await send(form.getAttribute('action') ?? '', fields);
    state.textContent = typeof answer === 'string' ? `${failed} ${answer}` : answer.isCut ? cut : '';
    if (typeof answer !== 'string') form.append(shownOf(answer, headers, kit));
  } catch {
    state.textContent = failed;
  }
  button.removeAttribute('aria-disabled');
}

/** The answer, or why there is none. */
async function send(action: string, body: FormData | URLSearchParams): Promise<Answer | string> {
  const answer = await fetch(action, { method: 'POST', body, headers: { accept: 'application/json' } });
  if (answer.ok) return (await answer.json()) as Answer;
  const { error } = (await answer.json()) as { error?: { message?: string } };
  return error?.message ?? '';
}

function shownOf({ status, headers, body, milliseconds }: Answer, words: string, { make }: Kit): HTMLElement {
  const digit = String(status).slice(0, 1);
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return make(
    'div',
    { class: 'api-answer' },
    make(
      'p',
      { class: 'api-line', role: 'status' },
      make('span', { class: `api-status api-${digit}xx` }, String(status)),
      ` ${milliseconds} ms`,
    ),
    make('details', { class: 'api-within' }, make('summary', {}, words), make('pre', { tabindex: '0' }, lines)),
    ...(body === '' ? [] : [make('pre', { tabindex: '0', class: 'api-got' }, body)]),
  );
}
