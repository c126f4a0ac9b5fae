import { describe, expect, it } from '@jest/globals';
import {
  evaluateCondition,
  ExpressionFailed,
  ExpressionInvalid,
  parseExpression,
  parseTemplate,
  type Inputs,
} from '#expressions';
import { ParsedCache } from '../../../libs/expressions/parsed-cache.js';

const INPUTS: Inputs = {
  visitor: { claims: { plan: 'pro', seats: 12, tags: ['beta', 'eu'], unsigned: { lang: 'fr' }, none: null } },
  space: { vars: { version: '2.1', beta: true } },
  reviews: [
    { status: 'approved', reviewer: { id: 'ada' } },
    { status: 'approved', reviewer: { id: 'grace' } },
    { status: 'changes-requested', reviewer: { id: 'alan' } },
  ],
};

const valueOf = (text: string): unknown => parseExpression(text).evaluate(INPUTS);

describe('an expression', () => {
  it.each<[string, unknown]>([
    ['1', 1],
    ['"text"', 'text'],
    ['null', null],
    ['undefined', undefined],
    ['true', true],
    [' ( 1 ) ', 1],
    ['visitor.claims.plan', 'pro'],
    ['visitor["claims"].plan', 'pro'],
    ['visitor["cla" + "ims"].plan', 'pro'],
    ['visitor.claims.missing', undefined],
    ['visitor.claims.plan == "pro"', true],
    ['visitor.claims.plan != "pro"', false],
    ['visitor.claims.seats === 12', true],
    ['visitor.claims.seats === "12"', false],
    ['visitor.claims.seats == "12"', true],
    ['visitor.claims.seats !== 12', false],
    ['visitor.claims.none == undefined', true],
    ['visitor.claims.none === undefined', false],
    ['[1] == 1', false],
    ['[] == []', false],
    ['visitor.claims.tags == visitor.claims.tags', true],
    ['visitor.claims.seats < 13', true],
    ['visitor.claims.seats >= 12', true],
    ['visitor.claims.seats <= 11', false],
    ['"a" < "b"', true],
    ['"10" < "9"', true],
    ['"10" < 9', false],
    ['"plan" in visitor.claims', true],
    ['"toString" in visitor.claims', false],
    ['1 in visitor.claims.tags', true],
    ['1 + 2 * 3 - 4 / 2 % 2', 7],
    ['-visitor.claims.seats', -12],
    ['+"3"', 3],
    ['"v" + 1 + null', 'v1null'],
    ['true + 1', 2],
    ['!visitor.claims.missing', true],
    ['!!visitor.claims.plan', true],
    ['visitor.claims.missing && visitor.claims.missing.deep', undefined],
    ['visitor.claims.missing || "free"', 'free'],
    ['0 || 1', 1],
    ['0 ?? 1', 0],
    ['visitor.claims.none ?? "free"', 'free'],
    ['space.vars.beta ? "new" : "old"', 'new'],
    ['visitor.claims.missing?.deep.deeper', undefined],
    ['visitor.claims.missing?.includes("x")', undefined],
    ['visitor.claims.missing?.deep.includes("x")', undefined],
    ['visitor?.claims?.plan', 'pro'],
    [`\`\${visitor.claims.plan}-\${space.vars.version}!\``, 'pro-2.1!'],
    ['[1, "a", [null]]', [1, 'a', [null]]],
    ['({ plan: visitor.claims.plan, "b c": 1, 3: 2 })', { plan: 'pro', 'b c': 1, 3: 2 }],
    ['"abc".length', 3],
    ['"abc"[1]', 'b'],
    ['visitor.claims.tags.length', 2],
    ['visitor.claims.tags[0]', 'beta'],
    ['visitor.claims.tags[9]', undefined],
    ['visitor.claims.tags.includes("eu")', true],
    ['"Hello".includes("ell")', true],
    ['"Hello".startsWith("He")', true],
    ['"Hello".endsWith("lo")', true],
    ['"a1".includes(1)', true],
    ['"Hello".at(-1)', 'o'],
    ['"Hello".at()', 'H'],
    ['visitor.claims.tags.at(-1)', 'eu'],
    ['visitor.claims.tags.at(-9)', undefined],
    ['" Hello ".trim().toLowerCase()', 'hello'],
    ['"straße".toUpperCase()', 'STRASSE'],
    ['reviews.filter(r => r.status === "approved").length', 2],
    ['reviews.some(r => r.reviewer.id === "alan")', true],
    ['reviews.every(r => r.status == "approved")', false],
    ['[].every(x => false)', true],
    ['reviews.map(r => r.reviewer.id)', ['ada', 'grace', 'alan']],
    ['reviews.map((r, at) => at)', [0, 1, 2]],
    ['reviews.map(() => 1)', [1, 1, 1]],
    ['reviews.map(r => ({ id: r.reviewer.id }))[0].id', 'ada'],
    [
      '[[1, 2], [3]].map(list => list.map(x => [list.length, x]))',
      [
        [
          [2, 1],
          [2, 2],
        ],
        [[1, 3]],
      ],
    ],
    ['[1, 2].map(x => [3].map(x => x)[0] + x)', [4, 5]],
    ['[1].map(visitor => visitor)', [1]],
    ['visitor /* the reader */ .claims.plan', 'pro'],
    ['"\\u0041"', 'A'],
  ])('%s', (text, value) => {
    expect(valueOf(text)).toEqual(value);
  });

  it.each([
    ['nobody', 'nobody is not known here', 1, 1],
    ['visitor.missing.plan', 'There is nothing to read plan of', 1, 1],
    ['true &&\n  nobody.id', 'nobody is not known here', 2, 3],
    ['visitor.includes("x")', 'There is no includes() of object', 1, 9],
    ['visitor.none.at(0)', 'There is no at() of nothing', 1, 14],
    ['"abc".some(x => x)', 'There is no some() of a text', 1, 7],
    ['[1] + 1', 'A list cannot stand here', 1, 1],
    [`\`\${visitor}\``, 'A record cannot stand here', 1, 1],
    ['"a" in "abc"', 'What stands right of in must be a list or record', 1, 1],
    ['visitor[null]', 'A member has a text or number', 1, 1],
  ])('fails in words and with its place: %j', (text, reason, line, column) => {
    const failure = failureOf(() => valueOf(text));
    expect(failure).toBeInstanceOf(ExpressionFailed);
    expect(failure).toMatchObject({ reason, position: { line, column } });
    expect((failure as Error).message).toBe(`${reason} (line ${line}, column ${column})`);
  });

  it.each([
    ['', 'Unexpected token', 0, 1, 1],
    ['a ==', 'Unexpected token', 4, 1, 5],
    ['a &&\r\n  && b', 'Unexpected token', 8, 2, 3],
    ['a b', 'The expression ends before this', 2, 1, 3],
    ['a; b', 'The expression ends before this', 1, 1, 2],
    ['"open', 'Unterminated string constant', 0, 1, 1],
    ['a || b ?? c', expect.stringMatching(/mixed|parentheses/), 7, 1, 8],
    ['text.replace("a", "b")', 'There is no method replace()', 5, 1, 6],
    ['text.includes?.("a")', 'Whether there is a method cannot be asked', 5, 1, 6],
    ['text?.includes?.("a")', 'Whether there is a method cannot be asked', 6, 1, 7],
    ['text?.("a")', 'Only methods can be called, such as text.includes(…)', 0, 1, 1],
    ['text.includes()', 'includes() cannot have 0 arguments', 5, 1, 6],
    ['list.some(other)', 'some() takes one arrow function, such as item => item.id', 10, 1, 11],
    ['load("x")', 'Only methods can be called, such as text.includes(…)', 0, 1, 1],
    ['1 | 2', '| is not part of the language of expressions', 0, 1, 1],
  ])('is refused in words and with its place: %j', (text, reason, offset, line, column) => {
    const failure = failureOf(() => parseExpression(text));
    expect(failure).toBeInstanceOf(ExpressionInvalid);
    expect(failure).toMatchObject({ reason, position: { offset, line, column } });
  });

  it('has at most 1024 characters', () => {
    const text = `"${'x'.repeat(1_022)}"`;
    expect(parseExpression(text).evaluate({})).toHaveLength(1_022);
    expect(() => parseExpression(`${text} `)).toThrow('An expression has at most 1024 characters');
  });

  it.each([
    ['visitor.claims.plan === space.vars.tier', ['space.vars.tier', 'visitor.claims.plan']],
    ['visitor.claims.plan.includes("p") && page', ['page', 'visitor.claims.plan']],
    ['(visitor?.claims)["plan"]', ['visitor.claims.plan']],
    ['space.vars[page.vars.name]', ['page.vars.name', 'space.vars']],
    ['reviews.some(r => r.status == wanted && r.id)', ['reviews', 'wanted']],
    ['[1].map(visitor => visitor.id)', []],
    ['undefined', []],
    ['reviews[0].id', ['reviews.0.id']],
  ])('tells which inputs it reads: %s', (text, paths) => {
    expect(parseExpression(text).freeVariables).toEqual(paths);
  });
});

describe('a condition', () => {
  it.each([
    ['', true],
    ['  ', true],
    [null, true],
    [undefined, true],
    ['visitor.claims.plan == "pro"', true],
    ['visitor.claims.plan == "free"', false],
    ['visitor.claims.tags', true],
    ['0', false],
    ['visitor.missing.plan == "pro"', false],
    ['!visitor.missing.plan', false],
    ['nobody', false],
    ['not an expression', false],
  ])('%j is %s', (text, holds) => {
    expect(evaluateCondition(text, INPUTS)).toBe(holds);
  });
});

describe('a template', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['{{ visitor.claims.plan }}', 'pro'],
    ['a {{visitor.claims.seats}} b {{ space.vars.beta }} c', 'a 12 b true c'],
    ['{{ "}}" }}', '}}'],
    ['{{ {a: {b: 1}}.a.b }}', '1'],
    [`{{ \`\${1}\` }}}`, '1}'],
    ['<{{ nobody }}|{{ visitor.claims.none }}|{{ reviews }}>', '<||>'],
    ['}} {', '}} {'],
  ])('%j becomes %j', (text, filled) => {
    expect(parseTemplate(text).render(INPUTS)).toBe(filled);
  });

  it('tells which inputs it reads', () => {
    expect(parseTemplate('{{ b.c }} {{ a }} {{ a }}').freeVariables).toEqual(['a', 'b.c']);
  });

  it.each([
    ['one\n {{ 1 | 2 }}', 'is not part', 2, 5],
    ['{{ 1', '}} is missing', 1, 5],
    ['{{ 1 2 }}', '}} is missing', 1, 5],
    ['{{ }}', 'Unexpected token', 1, 4],
  ])('is refused with the place in the whole text: %j', (text, reason, line, column) => {
    const failure = failureOf(() => parseTemplate(text));
    expect(failure).toBeInstanceOf(ExpressionInvalid);
    expect(failure).toMatchObject({ reason: expect.stringContaining(reason), position: { line, column } });
  });

  it('does not grow beyond its limit, nor are the steps of its places unlimited', () => {
    const long = { text: 'x'.repeat(60_000) };
    expect(() => parseTemplate('{{ text }}{{ text }}').render(long)).toThrow(ExpressionFailed);
    const busy = '{{ [1,2,3,4,5,6,7,8].map(a => [1,2,3,4,5,6,7,8].map(b => a * b)).length }}';
    const rendered = parseTemplate(busy.repeat(40)).render({});
    expect(rendered).toMatch(/^8+$/);
    expect(rendered.length).toBeLessThan(40);
  });
});

describe('the parsed expressions that are kept', () => {
  it('are given again, and the longest unused go first when there is no more room', () => {
    expect(parseExpression('visitor.claims.plan')).toBe(parseExpression('visitor.claims.plan'));
    const cache = new ParsedCache<number>(10);
    cache.set('a', 1, 4);
    cache.set('b', 2, 4);
    cache.get('a');
    cache.set('c', 3, 4);
    expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.weight]).toEqual([1, undefined, 3, 8]);
    cache.set('c', 4, 6);
    expect([cache.get('c'), cache.weight]).toEqual([4, 10]);
    cache.set('large', 5, 11);
    expect([cache.get('large'), cache.weight]).toEqual([undefined, 0]);
  });
});

function failureOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
