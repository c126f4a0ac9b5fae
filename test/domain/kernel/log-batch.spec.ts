import { ProtobufLogsSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { describe, expect, it } from '@jest/globals';
import { LogBatch } from '#kernel/infrastructure/telemetry/log-batch';
import { fieldsOf, hexIn, messagesIn, numberIn, textIn, type Fields } from '#testing/telemetry/protobuf';

const RESOURCE = resourceFromAttributes({ 'service.name': 'quire', 'quire.role': 'api' });
const SCOPE = { name: 'quire' };
const IDS = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const TIME = '2026-11-29T12:34:56.789Z';

type Members = Record<string, string | number | boolean>;

/** All that a request says, by the numbers of its fields. */
function said(request: Uint8Array): unknown {
  return messagesIn(fieldsOf(Buffer.from(request)), 1).map((logs) => ({
    resource: messagesIn(logs, 1).map((resource) => messagesIn(resource, 1).map(attribute)),
    scopes: messagesIn(logs, 2).map((scope) => ({
      names: messagesIn(scope, 1).map((named) => textIn(named, 1)),
      records: messagesIn(scope, 2).map((record) => ({
        numbers: [1, 2, 7, 8, 11].map((number) => numberIn(record, number)),
        severity: textIn(record, 3),
        body: messagesIn(record, 5).map(value),
        attributes: messagesIn(record, 6).map(attribute),
        ids: [hexIn(record, 9), hexIn(record, 10)],
      })),
    })),
  }));
}

const attribute = (fields: Fields): unknown => [textIn(fields, 1), messagesIn(fields, 2).map(value)];

const value = (fields: Fields): unknown => [...fields].map(([number, values]) => [number, values.map(String)]);

/** What the SDK makes of the same line. */
function encodedBySdk(msg: string, attributes: Members, traced = false): Uint8Array {
  const ms = Date.parse(TIME);
  const hrTime: [number, number] = [Math.trunc(ms / 1_000), (ms % 1_000) * 1e6];
  const record = {
    hrTime,
    hrTimeObserved: hrTime,
    severityNumber: 9,
    severityText: 'info',
    body: msg,
    attributes,
    droppedAttributesCount: 0,
    ...(traced && { spanContext: { ...IDS, traceFlags: 1 } }),
    resource: RESOURCE,
    instrumentationScope: SCOPE,
  };
  return ProtobufLogsSerializer.serializeRequest([record])!;
}

function encoded(msg: string, members: Members, traced = false): Buffer {
  const batch = new LogBatch(RESOURCE);
  const ids = traced ? { trace_id: IDS.traceId, span_id: IDS.spanId } : {};
  batch.add(`${JSON.stringify({ level: 'info', time: TIME, ...members, ...ids, msg })}\n`);
  return batch.takeAll();
}

describe('a batch of lines of the log', () => {
  it.each<[string, string, Members, boolean?]>([
    ['a request', 'GET /v1/user 200', { reqId: 'a', method: 'GET', route: '/v1/user', status: 200, ms: 1.2 }],
    ['no members', 'started', {}],
    ['an empty message', '', { empty: '' }],
    ['numbers of all kinds', 'n', { zero: 0, byte: 127, two: 128, large: 2 ** 40 + 1, most: 2 ** 53 - 1, part: -0.5 }],
    ['yes and no', 'flags', { yes: true, no: false }],
    ['letters of all alphabets', 'žluťoučký 漢字 🦜', { ключ: '漢字🦜'.repeat(100) }],
    ['a trace', 'traced', { reqId: 'b' }, true],
    ['texts whose length takes more room', 'x'.repeat(4_000), { 42: 'a'.repeat(42), 43: 'a'.repeat(43) }],
    [
      'texts that are ASCII up to their last letter',
      'a'.repeat(127),
      { 128: 'a'.repeat(128), last: `${'a'.repeat(126)}\x80` },
    ],
    ['the last letter of ASCII, and none', '\x7f', { none: '', '\x00': '\x00\x7f' }],
    ['the longest members in the widest letters', '漢'.repeat(4_000), { ['漢'.repeat(1_000)]: '漢'.repeat(4_000) }],
  ])('says of a line with %s what the SDK says', (_, msg, members, traced = false) => {
    expect(said(encoded(msg, members, traced))).toEqual(said(encodedBySdk(msg, members, traced)));
  });

  it('says who sends all lines once, and each line in its order', () => {
    const batch = new LogBatch(RESOURCE);
    const bodies = Array.from({ length: 2_000 }, (_, nth) => `line ${nth}`);
    for (const msg of bodies) batch.add(JSON.stringify({ level: 'info', msg, text: 'x'.repeat(300) }));
    expect(batch.count).toBe(2_000);
    const [request, ...others] = messagesIn(fieldsOf(batch.takeAll()), 1);
    expect(others).toEqual([]);
    const records = messagesIn(request!, 2).flatMap((scope) => messagesIn(scope, 2));
    expect(records.map((record) => textIn(messagesIn(record, 5)[0]!, 1))).toEqual(bodies);
  });

  it('begins anew after it was taken', () => {
    const batch = new LogBatch(RESOURCE);
    expect(batch.takeAll()).toHaveLength(0);
    batch.add(JSON.stringify({ level: 'warn', msg: 'before' }));
    batch.takeAll();
    expect([batch.count, batch.length]).toEqual([0, 0]);
    batch.add(JSON.stringify({ level: 'info', time: TIME, msg: 'after' }));
    expect(said(batch.takeAll())).toEqual(said(encodedBySdk('after', {})));
  });

  it('says how many members it leaves out', () => {
    const batch = new LogBatch(RESOURCE);
    batch.add(JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, nth) => [`member${nth}`, nth]))));
    const [record] = messagesIn(messagesIn(messagesIn(fieldsOf(batch.takeAll()), 1)[0]!, 2)[0]!, 2);
    expect([messagesIn(record!, 6).length, numberIn(record!, 7)]).toEqual([32, 68]);
  });

  it.each([
    ['no JSON', 'out of memory\n', 'out of memory', []],
    ['a number', '5\n', '5', []],
    ['nothing', 'null\n', 'null', []],
    [
      'a level and a message that are no texts',
      '{"level":30,"msg":{"a":1},"err":"broken"}\n',
      '',
      ['level', 'msg', 'err'],
    ],
  ])('says all of a line that is %s', (_, line, body, members) => {
    const batch = new LogBatch(RESOURCE);
    batch.add(line);
    const [record] = messagesIn(messagesIn(messagesIn(fieldsOf(batch.takeAll()), 1)[0]!, 2)[0]!, 2);
    expect(textIn(messagesIn(record!, 5)[0]!, 1)).toBe(body);
    expect(messagesIn(record!, 6).map((member) => textIn(member, 1))).toEqual(members);
  });
});
