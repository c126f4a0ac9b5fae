import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import lz from 'lz-string';
import type { Answer } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { ECHO, scriptOf, TestComponents } from './components.js';

const respond = (answer: string): string => scriptOf(`return ${answer};`);
const block = (child: string): string => respond(`show({ type: 'block', children: [${child}] })`);

/** Answers of scripts, and what administrators learn. */
const BAD: readonly [name: string, script: string, reason: RegExp][] = [
  ['throws', scriptOf('throw new Error("boom");'), /./],
  ['is no script', 'export default {', /./],
  ['answers with an error', respond(`new Response('{"error":"no key"}', { status: 500 })`), /status 500: no key$/],
  ['answers with text', respond(`new Response('hello')`), /is no JSON/],
  ['answers with nothing', respond(`new Response('')`), /is no JSON/],
  ['answers with 2 MB', block(`text('x'.repeat(2_000_000))`), /longer than 1000000 bytes/],
  ['answers with 20 MB', respond(`new Response('x'.repeat(20_000_000))`), /./],
  [
    'answers with elements in elements, 10,000 deep',
    respond(
      `new Response('{"element":{"type":"block","children":[' + '{"type":"vstack","children":['.repeat(10000) + ']}'.repeat(10000) + ']}}')`,
    ),
    /nested deeper/,
  ],
  ['answers with lists in lists', respond(`new Response('['.repeat(400000) + ']'.repeat(400000))`), /nested deeper/],
  ['answers with too many elements', block(`...Array(6000).fill({ type: 'divider' })`), /more than 5000 elements/],
  [
    'answers with an unknown element',
    block(`{ type: 'iframe', src: 'https://example.com' }`),
    /children\[0\] must be an element: it has the type "iframe"/,
  ],
  [
    'answers with a script as an address',
    block(`{ type: 'link', target: { url: 'javascript:alert(1)' }, children: 'x' }`),
    /target\.url must be/,
  ],
  [
    'opens a script',
    block(`{ type: 'button', onPress: { action: '@ui.url.open', url: 'javascript:alert(1)' } }`),
    /onPress\.url must be/,
  ],
  [
    'answers with a number as its children',
    respond(`show({ type: 'block', children: { type: 3 } })`),
    /children must be an element/,
  ],
  ['answers with a list', respond(`new Response('[]')`), /must be an object/],
  [
    'never ends its answer',
    respond(`new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))`),
    /./,
  ],
];

describe('a script that fails when a component is rendered', () => {
  let server: TestServer;
  let components: TestComponents;
  let reader: TestUser;

  beforeAll(async () => {
    server = await TestServer.shared();
    components = await TestComponents.make(server);
    await components.publish(ECHO);
    await components.install();
    reader = await server.member(components.ada.organization, 'read');
    await server.listen();
  });
  afterAll(() => server.stop());

  const elementOf = ({ body }: Answer) =>
    (body as unknown as { element: { type: string; children: Record<string, unknown>[] } }).element;

  it.each(BAD)(
    'and %s leaves a notice to readers, and the reason to administrators',
    async (_name, script, reason) => {
      await components.publish(script);
      const state = { name: 'kept' };
      const [forAda, forReader] = await Promise.all([
        components.post(components.ada.api, { state }),
        components.post(reader.api, { state }),
      ]);
      for (const answer of [forAda, forReader]) {
        expect([answer.status, answer.headers['cache-control']]).toEqual([200, undefined]);
        expect(answer.body).toMatchObject({ type: 'element', state, props: { city: 'Lyon' } });
        expect(elementOf(answer)).toMatchObject({
          type: 'block',
          children: [{ type: 'card', title: 'This block can’t be shown now.' }],
        });
      }
      expect(elementOf(forAda).children[0]?.['hint']).toMatch(reason);
      expect(elementOf(forReader).children[0]).not.toHaveProperty('hint');
    },
    30_000,
  );

  it('and has no such component, or none at all, is not there', async () => {
    for (const status of [404, 406]) {
      await components.publish(respond(`new Response('{"error":"no"}', { status: ${status} })`));
      expect((await components.post(reader.api)).status).toBe(404);
    }
  });

  it('in a configuration screen or a modal leaves one of that kind, from which what failed can be tried again', async () => {
    await components.publish(scriptOf('throw new Error("boom");'));
    const context = { type: 'configuration_account', organizationId: components.ada.organization };
    const action = { action: 'save', id: 3 };
    const screen = await components.post(components.ada.api, { componentId: 'account', context, action });
    expect(elementOf(screen)).toMatchObject({
      type: 'configuration',
      children: [{ type: 'card' }, { type: 'button', onPress: action }],
    });
    const modal = await components.post(reader.api, {
      componentId: 'm',
      action: { action: '@ui.modal.open', componentId: 'm', props: {} },
    });
    expect(elementOf(modal)).toEqual({ type: 'modal', children: [expect.objectContaining({ type: 'card' })] });
  });

  it('leaves in the log why, and what it wrote, but not what users entered; a few in a minute', async () => {
    const lone = await TestComponents.make(server);
    await lone.publish(
      scriptOf(
        `console.log('looking for', event.props.city); return show({ type: 'block', children: [{ type: 'blink' }] });`,
      ),
    );
    await lone.install();
    const state = { password: 'hunter2' };
    for (let at = 0; at < 15; at++) expect((await lone.post(lone.ada.api, { state })).status).toBe(200);
    const { items } = (await lone.ada.api.get(`${lone.path}/events`)).body;
    expect(items).toHaveLength(10);
    expect(items[0]).toMatchObject({ status: 'failed', installationId: lone.installation });
    expect(items[0]?.['payload']).toEqual({
      ...{ eventId: items[0]?.id, type: 'ui_render', installationId: lone.installation },
      ...{ spaceId: lone.space, componentId: 'weather' },
    });
    const { body, text } = await lone.ada.api.get(`${lone.path}/events/${items[0]?.id}`);
    expect((body['trace'] as { logs: object[] }).logs).toMatchObject([
      { level: 'info', message: 'looking for Lyon' },
      { level: 'error', message: expect.stringContaining('it has the type "blink"') },
    ]);
    expect(text).not.toContain('hunter2');
    expect((await lone.ada.api.post(`${lone.path}/events/${items[0]?.id}/deliveries`)).status).toBe(409);
  });

  it('leaves nothing in the log of what is read, or did not fail', async () => {
    const lone = await TestComponents.make(server);
    await lone.publish('export default {');
    await lone.install();
    expect((await lone.get(lone.ada.api)).status).toBe(200);
    await lone.publish(ECHO);
    expect((await lone.post(lone.ada.api)).status).toBe(200);
    expect((await lone.ada.api.get(`${lone.path}/events`)).body.items).toEqual([]);
  });

  it('does not keep others from their components', async () => {
    const other = await TestComponents.make(server);
    await other.publish(ECHO);
    await other.install();
    await components.publish(scriptOf('for (;;) {}'));
    const slow = Promise.all(Array.from({ length: 40 }, () => components.post(reader.api)));
    const began = performance.now();
    expect((await other.post(other.ada.api)).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect((await slow).map(({ status }) => status)).toEqual(Array(40).fill(200));
  }, 60_000);

  it('is not asked for requests that are not readable', async () => {
    const at = `${components.path}/render`;
    const bomb = lz.compressToEncodedURIComponent(JSON.stringify({ props: 'x'.repeat(1_000_000) }));
    const deep = lz.compressToEncodedURIComponent('['.repeat(5_000));
    for (const request of [
      '',
      'x',
      '%',
      'Ł',
      bomb,
      deep,
      'A'.repeat(8_000),
      'N'.repeat(7_999),
      lz.compressToEncodedURIComponent('null'),
    ])
      expect((await reader.api.get(at, { query: { request } })).status).toBe(400);
    expect((await reader.api.get(at)).status).toBe(400);
    const large = components.request({ props: { text: 'x'.repeat(600_000) } });
    expect((await reader.api.post(at, large)).status).toBe(413);
  });
});
