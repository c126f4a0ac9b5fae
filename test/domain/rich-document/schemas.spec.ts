import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { documentSchemas, DocumentInvalid, parsePage, renderMarkdown, validateDocument } from '#rich-document';
import { BLOCK_TYPES, INLINE_TYPES, MARK_ORDER } from '../../../libs/rich-document/schema.js';
import { document } from './support/blocks.js';

interface Named {
  properties?: { object?: { enum: string[] }; type?: { enum: string[] } };
  discriminator?: object;
}

const schemas = documentSchemas() as Record<string, Named>;

/** Objects of answers have the members they name and no other; which form it is, the validator finds by itself. */
function prepared(value: unknown, close: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => prepared(item, close));
  if (value === null || typeof value !== 'object') return value;
  const members: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, prepared(member, close)]),
  );
  if (members.discriminator) members.discriminator = { propertyName: (members.discriminator as Tag).propertyName };
  const isOpen = close && members.type === 'object' && members.properties && members.additionalProperties === undefined;
  return isOpen ? { ...members, additionalProperties: false } : members;
}
interface Tag {
  propertyName: string;
}

function validator(name: string, close: boolean): (value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, discriminator: true, code: { optimize: false } });
  const validate = ajv
    .addSchema({ $id: 'quire', components: { schemas: prepared(schemas, close) } })
    .compile({ $ref: `quire#/components/schemas/${name}` });
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map((error) => JSON.stringify(error)));
}

const sentFaults = validator('DocumentInput', false);
const answeredFaults = validator('Document', true);
const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the schemas of documents', () => {
  it.each([
    ['block', [...BLOCK_TYPES]],
    ['inline', [...INLINE_TYPES]],
    ['mark', [...MARK_ORDER]],
  ])('know every %s', (object, types) => {
    const known = (sent: boolean): string[] =>
      Object.entries(schemas)
        .filter(([name, { properties }]) => properties?.object?.enum[0] === object && name.endsWith('Input') === sent)
        .flatMap(([, { properties }]) => properties?.type?.enum ?? []);
    expect(known(false).sort()).toEqual([...types].sort());
    // Marks are sent as they are answered.
    if (object !== 'mark') expect(known(true).sort()).toEqual([...types].sort());
  });

  it('tell the forms of every choice apart by a member that all of them must have', () => {
    const choices = [
      ...JSON.stringify(schemas).matchAll(/"discriminator":\{"propertyName":"(\w+)","mapping":(\{.*?\})/g),
    ];
    expect(choices.length).toBeGreaterThan(20);
    for (const [, by = '', mapping = ''] of choices) {
      for (const [tag, reference] of Object.entries(JSON.parse(mapping) as Record<string, string>)) {
        const form = schemas[reference.slice('#/components/schemas/'.length)] as {
          required: string[];
          properties: Record<string, { enum: string[] }>;
        };
        expect([reference, form.required.includes(by), form.properties[by]?.enum.includes(tag)]).toEqual([
          reference,
          true,
          true,
        ]);
      }
    }
  });

  it('fit every document that is taken, as it was sent, as it is kept and as it is read from Markdown', () => {
    fc.assert(
      fc.property(document(2), (json) => {
        const sent = asSent(json);
        const kept = validateDocument(sent, { nesting: 'markdown' });
        expect(sentFaults(sent)).toEqual([]);
        expect(answeredFaults(asSent(kept))).toEqual([]);
        expect(sentFaults(asSent(kept))).toEqual([]);
        expect(answeredFaults(asSent(parsePage(renderMarkdown(kept)).document))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('refuse nothing that is taken', () => {
    let refused = 0;
    fc.assert(
      fc.property(document(1), fc.nat(), fc.constantFrom(...DAMAGES), (json, place, damage) => {
        const sent = damaged(asSent(json), place, damage);
        if (sentFaults(sent).length === 0) return;
        refused++;
        expect(() => validateDocument(sent, { nesting: 'markdown' })).toThrow(DocumentInvalid);
      }),
      { numRuns: 2000 },
    );
    expect(refused).toBeGreaterThan(300);
  });

  it('take what may be left out, and null for it', () => {
    const texts = [{ object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: null }] }];
    const lean = {
      object: 'document',
      nodes: [
        { object: 'block', type: 'paragraph', nodes: texts },
        { object: 'block', type: 'hint', key: null, data: { style: 'info', icon: null }, nodes: [] },
        { object: 'block', type: 'divider', data: null },
        { object: 'block', type: 'embed', data: { url: 'https://example.com/', own: 'kept by nobody' } },
      ],
    };
    expect(validateDocument(lean).nodes).toHaveLength(4);
    expect(sentFaults(lean)).toEqual([]);
  });
});

const DAMAGES = [undefined, null, 5, -1, 'x', '', true, [], {}, [null], { kind: 'url', url: 'x' }] as const;

/** A document in which one member is another, or gone; which one, `place` says. */
function damaged(value: unknown, place: number, damage: (typeof DAMAGES)[number]): unknown {
  const members: [Record<string, unknown>, string][] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    for (const [name, member] of Object.entries(node)) {
      members.push([node as Record<string, unknown>, name]);
      visit(member);
    }
  };
  visit(value);
  const [node, name] = members[place % members.length] ?? [];
  if (node && name !== undefined) {
    if (damage !== undefined) node[name] = damage;
    else if (Array.isArray(node)) node.splice(Number(name), 1);
    else delete node[name];
  }
  return value;
}
