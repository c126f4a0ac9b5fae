import { ScimRefusal, type ScimType } from '../scim-refusal.js';
import { COMPARISONS, type Comparison, type Filter, type FilterValue, type TargetPath } from './filter.js';
import { tokensOf, type Token } from './tokens.js';

/** Deepest nesting of parentheses and brackets. */
const DEEPEST = 20;

const LITERALS: ReadonlyMap<string, FilterValue> = new Map<string, FilterValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const WORDS: ReadonlySet<string> = new Set(COMPARISONS);

/** Reads a filter (RFC 7644, 3.4.2.2). Throws a refusal, `invalidFilter`, for what is none or too large. */
export function parseFilter(text: string): Filter {
  const parser = new Parser(tokensOf(text, 'invalidFilter'), 'invalidFilter');
  const filter = parser.filter();
  parser.end();
  return filter;
}

/** Reads the path of a PATCH (RFC 7644, 3.5.2). Throws a refusal, `invalidPath`, for what is none or too large. */
export function parsePath(text: string): TargetPath {
  const parser = new Parser(tokensOf(text, 'invalidPath'), 'invalidPath');
  const target = parser.target();
  parser.end();
  return target;
}

/** Recursive descent: `or` binds less than `and`, `and` less than `not`. */
class Parser {
  #at = 0;
  #depth = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly type: ScimType,
  ) {}

  filter(): Filter {
    return this.#joined('or', () => this.#joined('and', () => this.#factor()));
  }

  target(): TargetPath {
    const path = this.#attribute();
    if (this.#peek().kind !== '[') return { path };
    const filter = this.#within('[', ']');
    if (this.#peek().kind !== '.') return { path, filter };
    this.#at++;
    return { path, filter, sub: this.#attribute() };
  }

  end(): void {
    if (this.#peek().kind !== 'end') throw this.#unexpected();
  }

  #joined(op: 'and' | 'or', one: () => Filter): Filter {
    const filters = [one()];
    while (this.#isWord(op)) {
      this.#at++;
      filters.push(one());
    }
    return filters.length === 1 ? filters[0]! : { op, filters };
  }

  #factor(): Filter {
    if (this.#peek().kind === '(') return this.#within('(', ')');
    if (this.#isWord('not') && this.tokens[this.#at + 1]?.kind === '(') {
      this.#at++;
      return { op: 'not', filter: this.#within('(', ')') };
    }
    const path = this.#attribute();
    return this.#peek().kind === '[' ? this.#valuesOf(path) : this.#comparison(path);
  }

  /** `emails[…]`; and `emails[…].value eq "x"`, as some providers write it: both are to hold for the same value. */
  #valuesOf(path: string): Filter {
    const filter = this.#within('[', ']');
    if (this.#peek().kind !== '.') return { op: 'value', path, filter };
    this.#at++;
    const compared = this.#comparison(this.#attribute());
    return { op: 'value', path, filter: { op: 'and', filters: [filter, compared] } };
  }

  #comparison(path: string): Filter {
    const token = this.#next();
    const op = token.kind === 'word' ? token.text.toLowerCase() : '';
    if (op === 'pr') return { op, path };
    if (!WORDS.has(op)) throw this.#unexpected(-1);
    return { op: op as Comparison, path, value: this.#value() };
  }

  #value(): FilterValue {
    const token = this.#next();
    if (token.kind === 'value') return token.value;
    const literal = token.kind === 'word' ? LITERALS.get(token.text.toLowerCase()) : undefined;
    if (literal === undefined) throw this.#unexpected(-1);
    return literal;
  }

  #within(open: '(' | '[', close: ')' | ']'): Filter {
    if (this.#next().kind !== open) throw this.#unexpected(-1);
    if (++this.#depth > DEEPEST) throw new ScimRefusal(this.type, `A filter is nested at most ${DEEPEST} levels deep`);
    const filter = this.filter();
    this.#depth--;
    if (this.#next().kind !== close) throw this.#unexpected(-1);
    return filter;
  }

  #attribute(): string {
    const token = this.#next();
    if (token.kind !== 'word') throw this.#unexpected(-1);
    return token.text;
  }

  #isWord(word: string): boolean {
    const token = this.#peek();
    return token.kind === 'word' && token.text.toLowerCase() === word;
  }

  #peek(): Token {
    return this.tokens[this.#at] ?? { kind: 'end', text: '' };
  }

  #next(): Token {
    const token = this.#peek();
    this.#at++;
    return token;
  }

  /** Names the token that comes next, or that came last (`-1`). */
  #unexpected(offset = 0): ScimRefusal {
    const token = this.tokens[this.#at + offset];
    const what =
      token === undefined || token.kind === 'end' ? 'ends too early' : `has "${token.text}" where it can’t be`;
    return new ScimRefusal(this.type, `The ${this.type === 'invalidPath' ? 'path' : 'filter'} ${what}`);
  }
}
