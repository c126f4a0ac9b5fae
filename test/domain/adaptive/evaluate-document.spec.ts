import { describe, expect, it } from '@jest/globals';
import { evaluateDocument, includedContents } from '#adaptive';
import { assignKeys, parseMarkdown, renderMarkdown, walkKeyed, type RichDocument } from '#rich-document';

const EVERYBODY = {
  visitor: { claims: { unsigned: {} } },
  space: { vars: { product: 'Quire', major: 4 } },
  page: { vars: {} },
};
const expression = (text: string): string => `<code class="expression">${text}</code>`;
const evaluated = (markdown: string, inputs: Record<string, unknown> = EVERYBODY): string =>
  renderMarkdown(evaluateDocument(parseMarkdown(markdown), { inputs }));
const deterministic = (markdown: string): string =>
  renderMarkdown(evaluateDocument(parseMarkdown(markdown), { inputs: EVERYBODY, deterministicOnly: true }));

describe('a document as it is read', () => {
  it('says the values of its expressions as part of the line', () => {
    const document = parseMarkdown(`${expression('space.vars.product')} ${expression('space.vars.major + 1')} is out.`);
    const { nodes } = evaluateDocument(document, { inputs: EVERYBODY });
    expect(nodes[0]).toMatchObject({
      nodes: [{ object: 'text', leaves: [{ text: 'Quire 5 is out.', marks: [] }] }],
    });
  });

  it('says nothing where an expression fails, is unreadable, or is a list', () => {
    for (const text of ['nobody.knows', '1 +', '[1, 2]', 'undefined', 'visitor.claims.name'])
      expect(evaluated(`Hello ${expression(text)}!`)).toBe('Hello !\n');
  });

  it('shows conditional blocks to whom the condition is for', () => {
    const markdown = '{% if visitor.claims.plan === "paid" %}\nFor payers.\n{% endif %}\n\nFor all.';
    expect(evaluated(markdown)).toBe('For all.\n');
    expect(evaluated(markdown, { ...EVERYBODY, visitor: { claims: { plan: 'paid' } } })).toBe(
      'For payers.\n\nFor all.\n',
    );
  });

  it('hides blocks whose condition cannot be evaluated', () => {
    expect(evaluated('{% if nobody.knows %}\nSecret.\n{% endif %}\n\nFor all.')).toBe('For all.\n');
    expect(evaluated('{% if 1 + %}\nSecret.\n{% endif %}\n\nFor all.')).toBe('For all.\n');
  });

  it('evaluates inside lists, tables, hints, tabs, captions, notes and lines of code', () => {
    const value = expression('space.vars.product');
    const markdown = [
      `* ${value}`,
      `| ${value} |\n| --- |\n| in ${value} |`,
      `{% hint style="info" %}\n${value}\n{% endhint %}`,
      `{% tabs %}\n{% tab title="One" %}\n${value}\n{% endtab %}\n{% endtabs %}`,
      `Noted[^1].\n\n[^1]: ${value}`,
    ].join('\n\n');
    const text = evaluated(markdown);
    expect(text).not.toContain('expression');
    expect(text.match(/Quire/g)?.length).toBeGreaterThanOrEqual(5);
  });

  it('leaves alone what depends on the visitor when only the rest is wanted', () => {
    const own = `{% if visitor.claims.plan === "paid" %}\n${expression('space.vars.product')} for ${expression('visitor.claims.name')}\n{% endif %}`;
    expect(deterministic(own)).toBe(
      `{% if visitor.claims.plan === "paid" %}\nQuire for ${expression('visitor.claims.name')}\n{% endif %}\n`,
    );
    expect(deterministic('{% if space.vars.major > 3 %}\nNew.\n{% endif %}')).toBe('New.\n');
    expect(deterministic('{% if space.vars.major > 4 %}\nNew.\n{% endif %}\n\nAll.')).toBe('All.\n');
  });

  it('decides every condition if asked to, and leaves the expressions to the renderer', () => {
    const decided = (claims: object, condition: string): string => {
      const document = parseMarkdown(
        `{% if ${condition} %}\nHello ${expression('visitor.claims.name')}.\n{% endif %}\n\nFor all.`,
      );
      const inputs = { ...EVERYBODY, visitor: { claims } };
      return renderMarkdown(evaluateDocument(document, { inputs, deterministicOnly: true, decides: true }));
    };
    const hello = `Hello ${expression('visitor.claims.name')}.\n\nFor all.\n`;
    expect(decided({ plan: 'paid' }, 'visitor.claims.plan === "paid"')).toBe(hello);
    expect(decided({ plan: 'free' }, 'visitor.claims.plan === "paid"')).toBe('For all.\n');
    expect(decided({}, '!visitor.claims.plan')).toBe(hello);
    expect(decided({}, '1 +')).toBe('For all.\n');
  });

  it('is the same object where there is nothing to evaluate', () => {
    const document = parseMarkdown('# Title\n\nA line.\n\n* one\n* two');
    expect(evaluateDocument(document, { inputs: EVERYBODY })).toBe(document);
  });

  it('stays as it is without inputs', () => {
    const document = parseMarkdown(`{% if true %}\n${expression('1')}\n{% endif %}`);
    expect(evaluateDocument(document, {})).toBe(document);
  });

  it('ends soon, however many expressions there are', () => {
    const slow = expression('["a","b","c","d","e","f","g","h","i","j"].map(x => x + space.vars.product).length');
    const document = parseMarkdown(Array.from({ length: 20_000 }, () => slow).join('\n\n'));
    const before = process.cpuUsage();
    evaluateDocument(document, { inputs: EVERYBODY });
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });
});

describe('reusable contents in a document', () => {
  const including = (...ids: string[]): RichDocument => ({
    object: 'document',
    data: {},
    nodes: ids.map((id) => ({
      object: 'block',
      type: 'reusable-content',
      key: `key-${id}`,
      isVoid: true,
      data: { ref: { kind: 'reusable-content', reusableContent: id } },
    })),
  });
  const content = (markdown: string): RichDocument => assignKeys(parseMarkdown(markdown));

  it('are put in their place, evaluated, with keys of their own', () => {
    const included = new Map([['a', content(`## On ${expression('space.vars.product')}\n\nText.`)]]);
    const document = evaluateDocument(including('a', 'b'), { inputs: EVERYBODY, included });
    expect(document.nodes.map(({ type }) => type)).toEqual(['heading-1', 'paragraph', 'reusable-content']);
    const keys: (string | undefined)[] = [];
    walkKeyed(document.nodes, ({ key }) => keys.push(key));
    expect(new Set(keys).size).toBe(3);
    expect(keys[0]).toMatch(/^key-a-/);
  });

  it('are put in within others, but never within themselves', () => {
    const included = new Map([
      ['outer', { ...content('Outer.'), nodes: [...content('Outer.').nodes, ...including('inner', 'outer').nodes] }],
      ['inner', content('Inner.')],
    ]);
    const document = evaluateDocument(including('outer'), { included });
    expect(document.nodes.map(({ type }) => type)).toEqual(['paragraph', 'paragraph', 'reusable-content']);
  });

  it('do not grow without end', () => {
    const layers = new Map(
      Array.from({ length: 5 }, (_, layer) => [
        `${layer}`,
        layer === 4 ? content('Deep.') : including(...Array.from({ length: 50 }, () => `${layer + 1}`)),
      ]),
    );
    let blocks = 0;
    walkKeyed(evaluateDocument(including('0'), { included: layers }).nodes, () => blocks++);
    expect(blocks).toBeLessThanOrEqual(20_000);
  });

  it('are found by what includes them, each once', () => {
    expect(includedContents(including('a', 'b', 'a'))).toEqual(['a', 'b']);
  });
});
