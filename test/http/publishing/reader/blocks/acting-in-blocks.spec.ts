import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';
import { blockIn, BlockPages, buttonIn, hiddenIn } from './block-pages.js';

/** Counts, greets, opens a component and ends. `seen` is what the script was given of the state. */
const FORM = `
  const state = { count: 0, ...event.state };
  const { action } = event.action ?? {};
  if (action === 'end') return new Response(JSON.stringify({ type: 'complete' }));
  if (action === 'fail') throw new Error('secret');
  if (event.componentId === 'asked') return action === 'choose'
    ? new Response(JSON.stringify({ type: 'complete', returnValue: { chosen: event.state.city } }))
    : show({ type: 'modal', title: 'Which city?', children: [
        text('From ', event.props.from), { type: 'textinput', state: 'city' } ],
        submit: { type: 'button', label: 'Choose', onPress: { action: 'choose' } } });
  if (action === 'add') state.count += event.action.by;
  if (action === '@ui.modal.close') state.name = event.action.returnValue.chosen;
  return show({ type: 'block', children: [
    text('Count ', state.count, ' for ', state.name ?? '-', ' in ', state.unit ?? '-', ' ', JSON.stringify(state.tags ?? [])),
    { type: 'input', label: 'Name', element: { type: 'textinput', state: 'name' } },
    { type: 'input', label: 'Unit', element: { type: 'select', state: 'unit', options: [
      { id: 'c', label: 'Celsius' }, { id: 'f', label: 'Fahrenheit' } ], onValueChange: { action: 'add', by: 100 } } },
    { type: 'input', label: 'Tags', element: { type: 'select', state: 'tags', multiple: true, options: [
      { id: 'one', label: 'One' }, { id: 'two', label: 'Two' } ] } },
    { type: 'button', label: 'More', onPress: { action: 'add', by: 2 } },
    { type: 'button', label: 'Ask', onPress: { action: '@ui.modal.open', componentId: 'asked', props: { from: 'page' } } },
    { type: 'button', label: 'End', onPress: { action: 'end' } },
    { type: 'button', label: 'Fail', onPress: { action: 'fail' } },
    { type: 'button', label: 'Edit', onPress: { action: '@editor.node.updateProps', props: {} } },
  ] }, { state });`;

describe('what readers do in blocks of integrations', () => {
  let server: TestServer;
  let pages: BlockPages;
  let path: string;
  let first: string;

  beforeAll(async () => {
    server = await TestServer.start();
    pages = await BlockPages.make(server);
    path = await pages.showing(FORM);
    first = await shown();
  }, 60_000);
  afterAll(() => server.stop());

  async function shown(): Promise<string> {
    const address = `/s/${pages.site.id}/~/block?page=${encodeURIComponent(path)}&block=1`;
    const { statusCode, body } = await pages.get(address);
    expect(statusCode).toBe(200);
    return blockIn(body);
  }

  /** Sends the form of what is shown with these fields; what is shown then. */
  async function press(html: string, fields: Record<string, string>, headers = {}): Promise<string> {
    const { statusCode, body } = await pages.post({ ...hiddenIn(html), ...fields }, headers);
    expect(statusCode).toBe(200);
    return body;
  }

  it('are a form that goes to an address of the site', () => {
    expect(first).toContain(`<form class="kit-form" method="post" action="/s/${pages.site.id}/~/block#_block-1"`);
    expect(hiddenIn(first)).toMatchObject({
      page: `/s/${pages.site.id}/`,
      block: '1',
      key: expect.stringMatching(/^[\w-]{32}$/),
    });
    expect(first).toContain('Count 0 for - in -');
    expect(first).not.toContain('Edit</button>');
  });

  it('changes the block in its page, without script', async () => {
    const html = await press(first, {
      ...buttonIn(first, 'More'),
      'input.0': 'Ada',
      'input.1': '1',
      'input.2.1': 'on',
    });
    expect(html).toContain('<article>');
    expect(html).toContain('Count 2 for Ada in f [&quot;two&quot;]');
    const again = blockIn(html);
    expect(again).toMatch(/<input [^>]*name="input.0"[^>]*value="Ada"/);
    expect(await press(again, { ...buttonIn(again, 'More'), 'input.0': 'Bo' })).toContain('Count 4 for Bo in f []');
  });

  it('changes nothing for others: their page is as it was', async () => {
    await press(first, { ...buttonIn(first, 'More'), 'input.0': 'Ada' });
    expect(await pages.html(path)).toContain('Count 0 for -');
  });

  it('is answered with the block alone for the script of the page', async () => {
    const html = await press(first, buttonIn(first, 'More'), { accept: 'text/html;alone' });
    expect(html).toMatch(
      /^<!doctype html><meta charset="utf-8"><title>\.<\/title><div class="kit" id="_block-1"><form/,
    );
    expect(html).toContain('Count 2 for');
    expect(html).not.toContain('<article>');
  });

  it('has only the values that could be chosen, and the actions that were offered', async () => {
    const { press: place } = buttonIn(first, 'More');
    const odd = { 'input.1': '7', 'input.2.5': 'on', 'input.9': 'x', state2: 'x' };
    expect(await press(first, { ...odd, press: String(place) })).toContain('Count 2 for - in - []');
    for (const none of ['99', '-1', '__proto__', '1e1'])
      expect(await press(first, { press: none })).toContain('Count 0');
  });

  it('opens a component in the place of the block, which is closed with what it returns', async () => {
    const asked = blockIn(await press(first, { ...buttonIn(first, 'Ask'), 'input.0': 'Ada' }));
    expect(asked).toContain('<div class="kit-modal" role="group" aria-label="Which city?">');
    expect(asked).toContain('From page');
    expect(await press(asked, { close: '1' })).toContain('Count 0 for Ada');
    const chosen = await press(asked, { ...buttonIn(asked, 'Choose'), 'input.0': 'Rome' });
    expect(chosen).toContain('Count 0 for Rome');
    const again = blockIn(chosen);
    expect(await press(again, buttonIn(again, 'More'))).toContain('Count 2 for');
  });

  it('shows nothing after a component has ended, and a note where the script fails', async () => {
    expect(blockIn(await press(first, buttonIn(first, 'End')))).toContain('<div class="kit" id="_block-1"></div>');
    const failed = await press(first, buttonIn(first, 'Fail'));
    expect(failed).toContain('This block can’t be shown now.');
    expect(failed).not.toContain('secret');
  });

  it('is refused from pages of other origins', async () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const { statusCode } = await pages.post(
        { ...hiddenIn(first), ...buttonIn(first, 'More') },
        { 'sec-fetch-site': site },
      );
      expect(statusCode).toBe(403);
    }
  });

  it('is refused with what was not shown at this place', async () => {
    const hidden = hiddenIn(first);
    const other = await pages.page(pages.block());
    const forged = Buffer.from('{"views":[],"controls":{}}').toString('base64url');
    for (const changed of [
      { state: forged },
      { state: `${hidden['state']}A` },
      { key: 'A'.repeat(32) },
      { page: other },
      { block: '2' },
      { block: '0' },
      { page: '//evil.example/' },
      { page: '/s/none/page-1' },
      { state: '', key: '' },
    ])
      expect([changed, (await pages.post({ ...hidden, ...changed })).statusCode]).toEqual([changed, 404]);
  });

  it('is refused to those who may not read the page', async () => {
    await pages.site.patch({ visibility: 'share-link' });
    expect((await pages.post({ ...hiddenIn(first), ...buttonIn(first, 'More') })).statusCode).toBe(404);
    await pages.site.patch({ visibility: 'public' });
  });

  it('is limited for each network', async () => {
    const statuses: number[] = [];
    // More than there are in the two minutes that a run may touch.
    for (let count = 0; count < 121 && !statuses.includes(429); count++)
      statuses.push(
        (await pages.get(`/s/${pages.site.id}/~/block?page=${encodeURIComponent(path)}&block=9`)).statusCode,
      );
    expect(statuses).toContain(429);
  });
});
