import type { LightMyRequestResponse } from 'fastify';
import type { TestServer } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { scriptOf, TestComponents } from '../../../integrations/rendering/components.js';
import { taken, TestSite } from '../../visits/visits.js';

export { scriptOf };

type Fields = Record<string, string>;

/** A published site whose space has pages with blocks of an integration that is installed there. */
export class BlockPages {
  private constructor(
    readonly server: TestServer,
    readonly components: TestComponents,
    readonly site: TestSite,
  ) {}

  static async make(server: TestServer): Promise<BlockPages> {
    const components = await TestComponents.make(server);
    await components.publish(scriptOf(`return show({ type: 'block', children: [] });`));
    await components.install();
    await server.listen();
    const site = TestSite.at(server, components.ada, components.site);
    taken(await components.ada.api.post(`${site.path}/publish`));
    return new BlockPages(server, components, site);
  }

  #pages = 0;

  /** A block of the integration as documents have it. */
  block(props: object = { city: 'Lyon' }, more: object = {}): object {
    const data = { integration: this.components.name, block: 'weather', props, ...more };
    return { object: 'block', type: 'integration', isVoid: true, data };
  }

  /** A new page with these blocks; its path at the site. */
  async page(...nodes: object[]): Promise<string> {
    const title = `Page ${++this.#pages}`;
    const document = { document: { object: 'document', data: {}, nodes } };
    const space = TestSpace.at(this.components.ada.api, this.components.space);
    await space.change({ operation: 'insert_page', type: 'document', title, document });
    await this.server.runJobs();
    return `/s/${this.site.id}/page-${this.#pages}`;
  }

  /** Publishes a script, and gives a new page with one block. */
  async showing(body: string, props?: object): Promise<string> {
    await this.components.publish(scriptOf(body));
    return this.page(this.block(props));
  }

  get(url: string, headers: Fields = {}): Promise<LightMyRequestResponse> {
    return this.server.app.inject({ url, headers });
  }

  /** The HTML of a page, or of what is there instead. */
  async html(url: string, headers: Fields = {}): Promise<string> {
    return (await this.get(url, headers)).body;
  }

  post(fields: Fields, headers: Fields = {}): Promise<LightMyRequestResponse> {
    return this.server.app.inject({
      method: 'POST',
      url: `/s/${this.site.id}/~/block`,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    });
  }
}

/** What is between the tags of a block: the first, or one by its place. */
export function blockIn(html: string, place = 1): string {
  const start = html.indexOf(`id="_block-${place}"`);
  const rest = start === -1 ? '' : html.slice(html.lastIndexOf('<', start));
  const next = rest.search(/<div class="end-of-page"|<\/article>|id="_block-\d+"(?<!^[^>]*)/);
  return next === -1 ? rest : rest.slice(0, next);
}

/** The hidden fields of the form in what is given. */
export function hiddenIn(html: string): Fields {
  const found = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, value]));
}

/** The value of the button with a label. */
export function buttonIn(html: string, label: string): Fields {
  const found = new RegExp(`<button [^>]*name="(\\w+)" value="(\\d+)"[^>]*>${label}</button>`).exec(html);
  if (!found) throw new Error(`No button ${label} in ${html}`);
  return { [found[1] ?? '']: found[2] ?? '' };
}
