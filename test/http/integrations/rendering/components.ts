import lz from 'lz-string';
import type { Answer, ApiClient } from '#testing/api-client';
import { publication } from '#testing/test-integration';
import type { TestServer, TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

/** A script that answers a render with what this body returns, given `event` and `environment`. */
export const scriptOf = (body: string): string => `
  export default { async fetch(request) {
    const form = await request.formData();
    const event = JSON.parse(form.get('event'));
    const environment = JSON.parse(form.get('environment'));
    if (event.type !== 'ui_render') return new Response('OK');
    const show = (element, more = {}, headers = {}) => new Response(
      JSON.stringify({ type: 'element', state: event.state ?? {}, props: event.props, element, ...more }),
      { headers: { 'content-type': 'application/json', ...headers } });
    const text = (...children) => ({ type: 'text', children });
    ${body}
  } };`;

/** Says what it was given. */
export const ECHO = scriptOf(
  `return show({ type: 'block', children: [text(JSON.stringify({ event, environment }))] });`,
);

let names = 0;

/** An integration with components, installed on an organization, one of its spaces and one of its sites. */
export class TestComponents {
  private constructor(
    readonly ada: TestUser & { organization: string },
    readonly name: string,
    readonly space: string,
    readonly site: string,
  ) {}

  installation = '';

  static async make(server: TestServer): Promise<TestComponents> {
    const ada = await server.administrator();
    const space = await TestSpace.create(ada);
    const { id } = (await ada.api.post(`/v1/orgs/${ada.organization}/sites`, { title: 'Docs', spaces: [space.id] }))
      .body;
    return new TestComponents(ada, `components-${Date.now()}-${names++}`, space.id, id);
  }

  get path(): string {
    return `/v1/integrations/${this.name}`;
  }

  async publish(script: string, more: object = {}): Promise<void> {
    const manifest = {
      blocks: [{ id: 'weather', title: 'Weather' }],
      configurations: {
        account: { componentId: 'account' },
        space: { componentId: 'of-space' },
        site: { componentId: 'of-site' },
      },
      contentSources: [{ id: 'cities', title: 'Cities', configuration: { componentId: 'of-source' } }],
    };
    const { status, text } = await this.ada.api.post(
      this.path,
      publication(this.ada.organization, { ...manifest, script, ...more }),
    );
    if (status !== 200) throw new Error(text);
  }

  async install(): Promise<void> {
    const { api, organization } = this.ada;
    this.installation = (await api.post(`${this.path}/installations`, { organization })).body.id;
    await api.post(`${this.path}/installations/${this.installation}/spaces`, { space: this.space });
    await api.post(`${this.path}/installations/${this.installation}/sites`, { siteId: this.site });
  }

  /** The request of a renderer for a block, with these members besides. */
  request(more: object = {}): object {
    const context = { type: 'document', spaceId: this.space, editable: false, theme: 'light' };
    return { componentId: 'weather', props: { city: 'Lyon' }, context, ...more };
  }

  post(api: ApiClient, more: object = {}): Promise<Answer> {
    return api.post(`${this.path}/render`, this.request(more));
  }

  get(api: ApiClient, more: object = {}): Promise<Answer> {
    const request = lz.compressToEncodedURIComponent(JSON.stringify(this.request(more)));
    return api.get(`${this.path}/render`, { query: { request } });
  }
}

/** What ECHO was given. */
export function echoOf({ status, body, text }: Answer): {
  event: Record<string, unknown>;
  environment: Record<string, unknown>;
} {
  if (status !== 200) throw new Error(text);
  const { element } = body as unknown as { element: { children: { children: string[] }[] } };
  return JSON.parse(element.children[0]?.children[0] ?? '') as never;
}
