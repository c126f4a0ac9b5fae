/** What may stand in a piece of HTML: text is escaped, HTML stands as it is, and what is not there leaves no trace. */
export type HtmlPart = string | number | Html | readonly Html[] | undefined | false;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A piece of HTML that is safe to send. Only `html` makes it. */
export class Html {
  private constructor(readonly text: string) {}

  static of(strings: TemplateStringsArray, parts: readonly HtmlPart[]): Html {
    return new Html(strings.reduce((text, string, at) => text + written(parts[at - 1]) + string));
  }
}

/**
 * A piece of HTML from a template, whose parts are escaped unless they are HTML themselves. Attributes that take a part
 * must be quoted, and addresses in them be our own: `javascript:` is not something that escaping takes away.
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
