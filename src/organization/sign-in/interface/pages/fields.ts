import { html, type Html } from '#kernel/interface/pages/html';

/** A text input. */
export interface Field {
  /** Unique on its page. */
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  value?: string;
  hint?: string;
  /** The error message for its last value. */
  error?: string | undefined;
  /** The `autocomplete` attribute, for browsers and password managers. */
  autocomplete: string;
  maxLength?: number;
  minLength?: number;
  /** Whether to focus it, on a page with one form. */
  first?: boolean;
  fixed?: boolean;
}

/** A labelled field; screen readers read out its hint and its error with it. */
export function field(given: Field): Html {
  const { name, label, type = 'text', value, hint, error, autocomplete, maxLength, minLength, first, fixed } = given;
  const described = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`].filter(Boolean);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      ${value !== undefined && html`value="${value}"`}
      ${maxLength !== undefined && html`maxlength="${maxLength}"`}
      ${minLength !== undefined && html`minlength="${minLength}"`}
      ${type !== 'text' && html`autocapitalize="none" spellcheck="false"`}
      ${described.length > 0 && html`aria-describedby="${described.join(' ')}"`}
      ${error !== undefined && html`aria-invalid="true"`}
      ${(first || error !== undefined) && html`autofocus`}
      ${fixed && html`readonly`}
      required
    />
    ${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`;
}

/** A choice among a few. */
export function choice(
  name: string,
  label: string,
  options: readonly { value: string; label: string }[],
  chosen: string,
): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(
        (option) =>
          html`<option value="${option.value}" ${option.value === chosen && html`selected`}>${option.label}</option>`,
      )}
    </select>
  </div>`;
}

/** A point in time, in words that do not depend on the reader's time zone. */
export function moment(iso: string): Html {
  const text = new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return html`<time datetime="${iso}">${text} UTC</time>`;
}
