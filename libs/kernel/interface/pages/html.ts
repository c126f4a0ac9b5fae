/** Parts of a piece of HTML: text is escaped, `Html` is inserted as it is, and `undefined` and `false` are left out. */
export type HtmlPart = string | number | Html | readonly Html[] | undefined | false;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A piece of HTML that is safe to send. Only `html` creates it. */
export class Html {
  private constructor(readonly text: string) {}

  static of(strings: TemplateStringsArray, parts: readonly HtmlPart[]): Html {
    return new Html(strings.reduce((text, string, at) => text + written(parts[at - 1]) + string));
  }
}

/**
 * HTML from a template, whose parts are escaped unless they are HTML themselves. Attributes with a part must be quoted,
 * and URLs in them must be our own: escaping does not remove `javascript:`.
 */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return Html.of(strings, parts);
}

function written(part: HtmlPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
  return typeof part === 'number' ? String(part) : part.map(written).join('');
}
