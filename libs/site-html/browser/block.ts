import type { Kit } from './kit.js';

/** Blocks of integrations: what is done in one is sent without leaving the page, and those that were late are fetched. */
export function startBlocks({ make }: Kit): void {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    const block = form instanceof HTMLFormElement && form.matches('.kit-form') && form.closest('.kit');
    if (!block) return;
    event.preventDefault();
    if (block.ariaBusy === 'true') return;
    const fields = new FormData(form, submitter) as unknown as Record<string, string>;
    replace(block, 'POST', form.action, new URLSearchParams(fields), () => {
      if (submitter instanceof HTMLButtonElement)
        form.append(make('input', { type: 'hidden', name: submitter.name, value: submitter.value }));
      form.submit();
    });
  });
  document.addEventListener('change', ({ target }) => {
    if (!(
      target instanceof HTMLInputElement ||
      target instanceof HTMLSelectElement ||
      target instanceof HTMLTextAreaElement
    ))
      return;
    const field = /^input\.\d+/.exec(target.name)?.[0] ?? '';
    const apply = target.form?.querySelector<HTMLElement>(`[data-apply="${field}"]`);
    if (apply) target.form?.requestSubmit(apply);
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.kit-note a[data-late]')) {
    const block = link.closest('.kit-note');
    if (block) replace(block, 'GET', link.href, undefined, () => undefined);
  }
}

/** The answer is read by the browser: no text becomes elements. Where there is none, the browser does it its own way. */
function replace(
  block: Element,
  method: 'GET' | 'POST',
  address: string,
  fields: URLSearchParams | undefined,
  otherwise: () => void,
): void {
  const { name = '', value = '' } = (document.activeElement ?? {}) as Partial<HTMLButtonElement>;
  const request = new XMLHttpRequest();
  request.open(method, address);
  request.responseType = 'document';
  request.setRequestHeader('accept', 'text/html;alone');
  block.ariaBusy = 'true';
  request.onloadend = () => {
    block.ariaBusy = null;
    const shown = request.status === 200 && request.responseXML?.getElementById(block.id);
    if (!shown) return otherwise();
    const focused = block.contains(document.activeElement);
    block.replaceWith(shown);
    if (!focused) return;
    const next = [...shown.querySelectorAll<HTMLInputElement>('[name]')];
    (next.find((one) => one.name === name && one.value === value) ?? next.find((one) => one.name === name))?.focus();
  };
  request.send(fields);
}
