import type { Kit } from './kit.js';

/** Sends what the reader thinks of the page, and thanks in the place of the question. */
export async function sendFeedback(form: HTMLFormElement, button: HTMLButtonElement, kit: Kit): Promise<void> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value);
  fields.append(button.name, button.value);
  const buttons = [...form.querySelectorAll<HTMLButtonElement>('button')];
  const words = await kit.words();
  const sent = await send(form.getAttribute('action') ?? '', fields);
  if (sent) for (const one of buttons) one.setAttribute('aria-pressed', String(one === button));
  form.classList.toggle('sent', sent);
  const status = form.querySelector('[role=status]');
  if (status) status.textContent = sent ? words.feedback.thanks : words.feedback.failed;
}

/** Whether it was taken. The server answers a form by leading back to the page, which is not followed. */
async function send(action: string, body: URLSearchParams): Promise<boolean> {
  try {
    const answer = await fetch(action, { method: 'POST', body, redirect: 'manual' });
    return answer.ok || answer.type === 'opaqueredirect';
  } catch {
    return false;
  }
}
