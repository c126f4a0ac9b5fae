import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ExpressionError, evaluateCondition, parseExpression, parseTemplate } from '#expressions';

/** Far more than any expression needs, since the machine may be busy. */
const MOST_MS = 2_000;

const INPUTS = {
  text: 'x'.repeat(60_000),
  long: 'x'.repeat(70_000),
  list: Array.from({ length: 1_000 }, (_, id) => ({ id, name: 'name' })),
  huge: new Array(4_000_000_000),
  record: JSON.parse('{"__proto__": {"polluted": true}, "constructor": "mine", "toString": "none", "a": 1}') as object,
  date: new Date(0),
  act: () => process.env,
  get computed() {
    return { nested: 1 };
  },
  inner: Object.defineProperty({}, 'read', { get: () => process.env, enumerable: true }),
  made: new (class Made {
    secret = 'secret';
  })(),
};

/** A text repeated. */
const times = (count: number, text: string): string => text.repeat(count);

const ATTACKS: [string, string][] = [
  ['the process', 'process.env'],
  ['the global object', 'globalThis.process'],
  ['this', 'this.process'],
  ['a module', 'require("fs")'],
  ['an import', 'import("fs")'],
  ['the meta of a module', 'import.meta.url'],
  ['eval', 'eval("1")'],
  ['a function from text', 'Function("return process")()'],
  ['the constructor of a text', '"a".constructor'],
  ['the constructor by a computed name', '"a"["constr" + "uctor"]'],
  ['the constructor of a method', '"a".includes.constructor("return process")()'],
  ['the constructor of a list', '[].map.constructor'],
  ['the constructor of a callback', '[1].map(x => x).constructor'],
  ['the constructor in a callback', '[1].map(() => constructor)'],
  ['the process in a callback', '[1].map(() => process.pid)'],
  ['the prototype of a record', 'record.__proto__'],
  ['the prototype by a computed name', 'record["__pro" + "to__"]'],
  ['the prototype by a list as a name', 'record[["__proto__"]]'],
  ['a prototype that is set', '({ __proto__: record })'],
  ['a prototype that is set by text', '({ "__proto__": record })'],
  ['a prototype that is asked for', '"__proto__" in record'],
  ['an own member that has a forbidden name', 'record.constructor'],
  ['the methods of Object', 'record.hasOwnProperty("a")'],
  ['a way to define', 'record.__defineGetter__("a", x => x)'],
  ['a getter', 'inner.read'],
  ['a computed input', 'computed.nested'],
  ['an object with methods', 'date.getTime()'],
  ['an object of a class', 'made.secret'],
  ['a function that is handed in', 'act()'],
  ['a function that is handed in as a value', 'act'],
  ['a function that is handed in as a callback', '[1].map(act)'],
  ['an assignment', 'record.a = 2'],
  ['an assignment in a callback', '[1].map(x => record.a = 2)'],
  ['an increment', 'record.a++'],
  ['a deletion', 'delete record.a'],
  ['a creation', 'new Date()'],
  ['a function', '(function () { return this })()'],
  ['a called arrow function', '(() => 1)()'],
  ['an arrow function with statements', '[1].map(x => { return process })'],
  ['a waiting callback', '[1].map(async x => x)'],
  ['a parameter that takes apart', '[1].map(({ constructor }) => constructor)'],
  ['a parameter with a value of its own', '[1].map((x = process) => x)'],
  ['a rest of parameters', '[1].map((...x) => x)'],
  ['spread', '[...text]'],
  ['spread into a record', '({ ...record })'],
  ['spread into a call', 'text.includes(...list)'],
  ['a sequence', '(1, process)'],
  ['a class', 'class { static { process.exit() } }'],
  ['a tagged template', 'record.a`x`'],
  ['a getter of one’s own', '({ get a() { return process } })'],
  ['a method of one’s own', '({ a() { return process } })'],
  ['a computed member of one’s own', '({ ["__proto__"]: record })'],
  ['a regular expression', '/(a+)+$/.test(text)'],
  ['a big integer', '2n ** 99999999n'],
  ['a power', '9 ** 9'],
  ['typeof', 'typeof process'],
  ['void', 'void 0'],
  ['a private member', 'record.#a'],
  ['new.target', 'new.target'],
  ['super', 'super.a'],
  ['arguments', 'arguments[0]'],
  ['a replacing callback', '"a".replace("a", x => process)'],
  ['a text that repeats', '"a".repeat(1000000000)'],
  ['a text that is padded', '"a".padEnd(1000000000)'],
  ['a list that joins', 'list.join(text)'],
  ['a conversion by a method of one’s own', '({ toString: 1 }) + ""'],
  ['a list as text', '[[1]] + ""'],
  ['a list as a number', '-[1]'],
  ['brackets', times(500, '[') + times(500, ']')],
  ['parentheses', times(510, '(') + '1' + times(510, ')')],
  ['brackets that stay open', times(1_024, '[')],
  ['negations', `${times(1_000, '!')}1`],
  ['members', `record${times(500, '.a')}`],
  ['sums', `1${times(500, '+1')}`],
  ['nested templates', times(300, '`${') + '1' + times(300, '}`')],
  ['nested callbacks', `${times(60, 'list.map(x=>')}1${times(60, ')')}`],
  ['nested loops', 'list.map(a => list.map(b => list.map(c => 1)))'],
  ['doubling lists', `[1]${times(60, '.map(a=>[a,a])')}`],
  ['doubling records', `[1]${times(50, '.map(a=>({a,b:a}))')}`],
  ['doubling texts', `["xx"]${times(60, '.map(a=>a+a)')}`],
  ['doubling templates', `["xx"]${times(50, `.map(a=>\`\${a}\${a}\`)`)}`],
  ['copies of the inputs', 'list.map(x => list)'],
  ['a long text, again and again', `[${times(200, '1,')}].map(x => text.toUpperCase().toLowerCase())`],
  ['a search that takes long', 'list.map(x => text.includes(text + "y"))'],
  ['long comparisons', 'list.map(x => text == text + "y")'],
  ['long conversions', 'list.map(x => +text)'],
  ['a text that is too long', 'long.length'],
  ['a list without an end', 'huge.every(x => true)'],
  ['a list without an end, searched', 'huge.includes(1)'],
  ['a list without an end, copied', '[huge]'],
  ['many lists', 'list.map(x => [[[[[[[[[[x]]]]]]]]]])'],
];

describe('an expression cannot reach, change or exhaust anything', () => {
  it.each(ATTACKS)('by %s', (_name, text) => {
    const before = JSON.stringify(INPUTS.record);
    const started = process.cpuUsage();
    expect(() => parseExpression(text.slice(0, 1_024)).evaluate(INPUTS)).toThrow(ExpressionError);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(MOST_MS);
    expect(JSON.stringify(INPUTS.record)).toBe(before);
    expect(evaluateCondition(text, INPUTS)).toBe(false);
  });

  it.each([
    ['an inherited method', 'record.hasOwnProperty', undefined],
    ['an inherited method of a text', '"a".repeat', undefined],
    ['an inherited method of a list', '[].push', undefined],
    ['a member of a number', '(1).toFixed', undefined],
    ['an own member named like an inherited one', 'record.toString', 'none'],
    ['a prototype of what it makes', '({ a: 1 }).polluted', undefined],
  ])('and %s is not there', (_name, text, value) => {
    expect(parseExpression(text).evaluate(INPUTS)).toBe(value);
  });

  it('even when what it reads goes in circles', () => {
    const circle: Record<string, unknown> = { name: 'circle' };
    circle['self'] = circle;
    expect(parseExpression('circle.self.self.name').evaluate({ circle })).toBe('circle');
    expect(() => parseExpression('[circle]').evaluate({ circle })).toThrow(ExpressionError);
  });
});

const OPERATORS = '== != === !== < <= > >= + - * / % && || ??'.split(' ');

describe('whatever the text', () => {
  // prettier-ignore
  const WORDS = [
    'visitor', '.claims', '?.', '["a"]', '[0]', '"a"', '1', '-', '+', '==', '===', '<', ' in ', '&&', '||', '??', '!', '?', ':',
    '(', ')', '[', ']', '{', '}', '{{', '}}', ',', '=>', 'x', '`', '${', '.map(', '.filter(x=>', '.includes(', '.at(', '.length',
    'constructor', '__proto__', 'this', 'new ', '...', '/', '/*', '//', '\\', '\n', 'async ', 'await ', '#a', '\u2028', '<!--', '1n',
  ];
  const texts = fc.oneof(
    fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  const inputs = fc.dictionary(fc.constantFrom('visitor', 'x', 'a'), fc.jsonValue() as fc.Arbitrary<unknown>);

  /** What an act raises that is no error of an expression, or points beside its text. */
  function strange(act: () => unknown, text: string): unknown {
    try {
      act();
    } catch (error) {
      if (!(error instanceof ExpressionError)) return error;
      const { offset, line, column } = error.position;
      return offset >= 0 && offset <= text.length && line >= 1 && column >= 1 ? undefined : error.position;
    }
    return undefined;
  }

  it('it is a value, or an error of its own that points into the text', () => {
    fc.assert(
      fc.property(texts, inputs, (text, given) => {
        const before = JSON.stringify(given);
        const acts = [() => parseExpression(text).evaluate(given), () => parseTemplate(text).render(given)];
        const found = acts.map((act) => strange(act, text)).find((error) => error !== undefined);
        const condition = evaluateCondition(text, given);
        return found === undefined && typeof condition === 'boolean' && JSON.stringify(given) === before;
      }),
      { numRuns: 2_000 },
    );
  });

  it('it is what JavaScript makes of it, where it is made of what both have', () => {
    const leaf = fc.oneof(
      fc.integer({ min: -9, max: 9 }).map((number) => `(${number})`),
      fc.constantFrom('"a"', '"b"', '""', 'null', 'undefined', 'true', 'false', 'x', 'y.z', 'y.w'),
    );
    const { text } = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc
          .tuple(tie('text'), fc.constantFrom(...OPERATORS), tie('text'))
          .map(([a, operator, b]) => `((${a}) ${operator} (${b}))`),
        fc.tuple(tie('text'), tie('text'), tie('text')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
        tie('text').map((a) => `(!${a})`),
        tie('text').map((a) => '`<${' + a + '}>`'),
        tie('text').map((a) => `[${a}].map(q => q)[0]`),
      ),
    }));
    fc.assert(
      fc.property(text, (expression) => {
        fc.pre(expression.length <= 1_024);
        const [x, y] = [3, { z: 'b' }];
        const expected: unknown = new Function('x', 'y', `return ${expression}`)(x, y);
        expect(parseExpression(expression).evaluate({ x, y })).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});
