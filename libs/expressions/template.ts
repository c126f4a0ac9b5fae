import { ExpressionFailed, ExpressionInvalid, Fault } from './errors.js';
import { MOST_CHARACTERS, parseAt } from './parse.js';
import type { Inputs } from './expression.js';
import { MOST_ROOM, Run } from './run.js';
import { isPrimitive } from './values.js';
import type { Step } from './step.js';

/** A text with places that are filled in: `Hello {{ visitor.claims.name }}`. */
export class Template {
  constructor(
    readonly text: string,
    /** What its expressions read of their inputs, as paths, in order. */
    readonly freeVariables: readonly string[],
    readonly parts: readonly (string | { step: Step; size: number })[],
  ) {}

  /**
   * The text with its places filled in. A place stays empty whose expression fails or is no text, number or boolean. All
   * of them share one budget of steps. Throws ExpressionFailed when the text becomes too long.
   */
  render(inputs: Inputs): string {
    const run = new Run(inputs);
    let text = '';
    for (const part of this.parts) {
      text += typeof part === 'string' ? part : filled(run, part);
      if (text.length > MOST_ROOM)
        throw new ExpressionFailed(`A text has at most ${MOST_ROOM} characters`, this.text, 0);
    }
    return text;
  }
}

function filled(run: Run, { step, size }: { step: Step; size: number }): string {
  try {
    run.spend(size, 0);
    const value = step(run);
    return value === null || value === undefined || !isPrimitive(value) ? '' : String(value);
  } catch (error) {
    if (error instanceof Fault) return '';
    throw error;
  }
}

/** The template that a text is. Throws ExpressionInvalid, with the place in the whole text. */
export function parseTemplate(text: string): Template {
  if (text.length > MOST_ROOM)
    throw new ExpressionInvalid(`A text has at most ${MOST_ROOM} characters`, text, MOST_ROOM);
  const parts: (string | { step: Step; size: number })[] = [];
  const variables = new Set<string>();
  let done = 0;
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', done)) {
    // The parser sees no more than one expression can have, so that a long text is not read again from every place.
    const { step, size, variables: read, end } = parsePlace(text, open + 2);
    const [closing] = /^\s*\}\}/.exec(text.slice(end, end + MOST_CHARACTERS)) ?? [];
    if (closing === undefined) throw new ExpressionInvalid('}} is missing', text, end);
    parts.push(text.slice(done, open), { step, size });
    for (const path of read) variables.add(path);
    done = end + closing.length;
  }
  parts.push(text.slice(done));
  return new Template(text, [...variables].sort(), parts);
}

function parsePlace(text: string, offset: number) {
  const seen = text.slice(offset, offset + MOST_CHARACTERS + 2);
  try {
    const parsed = parseAt(seen, 0);
    return { ...parsed, end: offset + parsed.end };
  } catch (error) {
    if (error instanceof ExpressionInvalid)
      throw new ExpressionInvalid(error.reason, text, offset + error.position.offset);
    throw error;
  }
}
