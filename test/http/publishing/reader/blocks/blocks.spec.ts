import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';
import { signedIn } from '../read-sites.js';
import { blockIn, BlockPages, scriptOf } from './block-pages.js';

const WEATHER = `return show({ type: 'block', children: [
  { type: 'card', title: event.props.city, hint: '21 °C', icon: 'star' },
  { type: 'markdown', content: '## More\\n\\n**Sunny** in ' + event.props.city },
] });`;
/** Shows how often it was asked since it was started, as a text of its own. */
const counting = (headers: string): string => `globalThis.calls = (globalThis.calls ?? 0) + 1;
  return show({ type: 'block', children: [text('Call ', globalThis.calls, '.')] }, {}, ${headers});`;

describe('blocks of integrations on pages of sites', () => {
  let server: TestServer;
  let pages: BlockPages;

  beforeAll(async () => {
    server = await TestServer.shared();
    pages = await BlockPages.make(server);
  });
  afterAll(() => server.stop());

  /** A page whose script has been started: the first answer may be late. */
  async function warm(path: string): Promise<string> {
    for (const giveUp = Date.now() + 20_000; Date.now() < giveUp;) {
      const html = await pages.html(path);
      if (!html.includes('data-late')) return html;
      await new Promise((resolve) => setTimeout(resolve, 5_100));
    }
    throw new Error('The block was late each time');
  }

  it('show what the script of the integration answers for them', async () => {
    const html = await warm(await pages.showing(WEATHER));
    const block = blockIn(html);
    expect(block).toContain('<div class="kit" id="_block-1">');
    expect(block).toMatch(/<p class="kit-title">Lyon<\/p><p class="kit-hint">21 °C<\/p>/);
    expect(block).toMatch(/<h2 id="_block-1-1">More/);
    expect(block).toContain('<strong>Sunny</strong> in Lyon');
    expect(html).toMatch(/<link rel="stylesheet" href="\/~\/kit\.[\da-f]{12}\.css"/);
    const [sheet = ''] = /\/~\/kit\.[\da-f]{12}\.css/.exec(html) ?? [];
    expect((await pages.get(sheet)).body).toContain('.kit-card');
  });

  it('are all on their page, each with its own properties, in the order of the page', async () => {
    await pages.components.publish(scriptOf(WEATHER));
    const html = await warm(
      await pages.page(pages.block(), pages.block({ city: 'Rome' }), pages.block({ city: 'Oslo' })),
    );
    expect([...html.matchAll(/<p class="kit-title">(\w+)</g)].map(([, city]) => city)).toEqual([
      'Lyon',
      'Rome',
      'Oslo',
    ]);
    expect([...html.matchAll(/id="(_block-\d+)"/g)].map(([, id]) => id)).toEqual(['_block-1', '_block-2', '_block-3']);
  });

  it('are given what the document says is done first, and nothing of the visitor', async () => {
    await pages.components.publish(
      scriptOf(`return show({ type: 'block', children: [{ type: 'codeblock', content: JSON.stringify(event) }] });`),
    );
    const path = await pages.page(pages.block({}, { action: { action: '@link.unfurl', url: 'https://example.com/' } }));
    const text = (await warm(path)).replaceAll('&quot;', '"');
    expect(text).toContain('"action":{"action":"@link.unfurl","url":"https://example.com/"}');
    expect(text).toContain(
      `"context":{"type":"document","spaceId":"${pages.components.space}","theme":"light","editable":false}`,
    );
    expect(text).not.toMatch(/"auth"|userId/);
  });

  it('leave a neutral note where the integration is not installed, is gone, or has no such block', async () => {
    await pages.components.publish(scriptOf(`return new Response(null, { status: 404 });`));
    const html = await warm(await pages.page(pages.block({}, { integration: 'no-such' }), pages.block({})));
    expect(html.match(/<section class="integration kit-note"/g)).toHaveLength(2);
    expect(blockIn(html)).toContain('<code>no-such</code>');
    expect(html).not.toContain('can’t be shown');
  });

  it.each([
    ['throws', `throw new Error('secret reason');`],
    ['answers nonsense', `return new Response('<h1>secret reason</h1>');`],
    [
      'answers an element that is none',
      `return show({ type: 'block', children: [{ type: 'script', secret: 'reason' }] });`,
    ],
    ['answers a screen', `return show({ type: 'configuration', children: ['secret reason'] });`],
    ['answers with an error', `return new Response('{"error":"secret reason"}', { status: 500 });`],
    ['answers too much', `return show({ type: 'block', children: ['secret reason'.padEnd(1000001)] });`],
  ])('leave a note that says so, and not why, where the script %s', async (_, body) => {
    const html = await warm(await pages.showing(body));
    expect(blockIn(html)).toContain('This block can’t be shown now.');
    expect(html).not.toContain('secret');
  });

  it('do not keep their page from being read while the script is at work', async () => {
    const path =
      await pages.showing(`if (event.state === undefined) await new Promise((done) => setTimeout(done, 2500));
      return show({ type: 'block', children: ['At last'] });`);
    const before = Date.now();
    const html = await pages.html(path);
    expect(Date.now() - before).toBeLessThan(2_400);
    const [, href = ''] = /<a href="([^"]+)"[^>]* data-late/.exec(blockIn(html)) ?? [];
    expect(href).toMatch(new RegExp(`^/s/${pages.site.id}/~/block\\?page=.*&amp;block=1#_block-1$`));
    const waited = await pages.get(href.replaceAll('&amp;', '&').split('#')[0] ?? '');
    expect([waited.statusCode, waited.body.includes('At last')]).toEqual([200, true]);
    expect(waited.body).toContain('<article>');
    expect(waited.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
  }, 30_000);

  it('are not asked for again in a page that was just drawn, and not for as long as the script says', async () => {
    await pages.components.publish(scriptOf(counting(`{ 'cache-control': 'max-age=600' }`)));
    const first = await pages.page(pages.block());
    expect(await warm(first)).toContain('Call 1.');
    const second = await pages.page(pages.block());
    expect(await pages.html(second)).toContain('Call 1.');
    expect(await pages.html(await pages.page(pages.block({ city: 'Rome' })))).toContain('Call 2.');
    const { ada, path, installation } = pages.components;
    await ada.api.patch(`${path}/installations/${installation}`, { externalIds: ['changed'] });
    expect(await pages.html(await pages.page(pages.block()))).toContain('Call 3.');
  });

  it('are asked for again before long where the script does not say', async () => {
    const path = await pages.showing(counting('{}'));
    expect(await warm(path)).toContain('Call 1.');
    expect(await pages.html(path)).toContain('Call 1.');
    await new Promise((resolve) => setTimeout(resolve, 10_200));
    expect(await pages.html(path)).toContain('Call 2.');
  }, 30_000);

  it('are not shown of a space that the visitor may not read', async () => {
    const path = await pages.showing(WEATHER);
    await warm(path);
    await pages.site.patch({ visibility: 'share-link' });
    const hidden = await pages.get(path);
    expect([hidden.statusCode, hidden.body.includes('Lyon')]).toEqual([404, false]);
    const block = await pages.get(`/s/${pages.site.id}/~/block?page=${encodeURIComponent(path)}&block=1`);
    expect(block.statusCode).toBe(404);
    await pages.site.patch({ visibility: 'public' });
  });

  it('are shown to members in previews, where nothing can be done in them', async () => {
    const path = await pages.showing(`return show({ type: 'block', children: [
      text(event.auth?.userId ?? 'visitor'), { type: 'button', label: 'Go', onPress: { action: 'go' } } ] });`);
    const { ada } = pages.components;
    expect(await warm(path)).toContain('>visitor</p>');
    const browser = await signedIn(server, ada);
    const preview = path.replace(`/s/${pages.site.id}/`, `/o/${ada.organization}/sites/${pages.site.id}/preview/`);
    const { text: body } = await browser.get(preview);
    expect(body).toContain(`>${ada.id}</p>`);
    expect(body).toContain('<fieldset class="kit-fields" disabled');
    expect(body).not.toContain('kit-form');
    expect(await pages.html(path)).toContain('>visitor</p>');
  });
});
