import { AcceptDomain } from '#organization';
import type { ApiClient, Request } from '#testing/api-client';
import type { TestServer, TestUser } from '#testing/test-server';

/** A resource, a list or an error of SCIM: the members that tests read. */
export interface ScimJson {
  [member: string]: unknown;
  schemas: string[];
  id: string;
  userName: string;
  displayName: string;
  externalId?: string;
  active: boolean;
  name?: Record<string, string>;
  emails: { value: string; type: string; primary: boolean }[];
  groups?: { value: string; display: string }[];
  members?: { value: string; display: string; $ref: string }[];
  meta: { resourceType: string; created: string; lastModified: string; location: string; version?: string };
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: ScimJson[];
  status: string;
  scimType?: string;
  detail: string;
}

export interface ScimAnswer {
  status: number;
  type: string | undefined;
  headers: Record<string, string | undefined>;
  body: ScimJson;
}

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:';
export const USER_SCHEMA = `${CORE}User`;
export const GROUP_SCHEMA = `${CORE}Group`;
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** The provisioning of an organization, as an identity provider sends it. */
export class ScimClient {
  readonly #api: ApiClient;

  constructor(
    server: TestServer,
    readonly organization: string,
    readonly token: string,
    readonly tokenId = '',
  ) {
    this.#api = server.as(token);
  }

  /** With a new token of the administrator's organization, which has proved example.com. */
  static async of(server: TestServer, { api, organization }: TestUser & { organization: string }): Promise<ScimClient> {
    await server.dispatcher.run(new AcceptDomain(organization, 'example.com'));
    const { status, body, text } = await api.post(`/v1/orgs/${organization}/scim-tokens`, { label: 'Directory' });
    if (status !== 201) throw new Error(`No token was made: ${text}`);
    return new ScimClient(server, organization, body.token, body.id);
  }

  async send(method: string, path: string, body?: unknown, request: Request = {}): Promise<ScimAnswer> {
    const payload = body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) };
    const headers = { ...(body !== undefined && { 'content-type': 'application/scim+json' }), ...request.headers };
    const answer = await this.#api.send(method, `/scim/v2${path}`, { ...request, ...payload, headers });
    const { status, text } = answer;
    const type = answer.headers['content-type'];
    return { status, type, headers: answer.headers, body: (text === '' ? {} : JSON.parse(text)) as ScimJson };
  }

  get(path: string, query: Request['query'] = {}): Promise<ScimAnswer> {
    return this.send('GET', path, undefined, { query });
  }

  /** The resources that a filter finds. */
  async find(path: '/Users' | '/Groups', filter: string): Promise<ScimJson[]> {
    const { status, body } = await this.get(path, { filter });
    if (status !== 200) throw new Error(`${filter}: ${status} ${body.detail}`);
    return body.Resources;
  }

  /** Creates a user with this address; answers their id. */
  async user(userName: string, attributes: object = {}): Promise<string> {
    const { status, body } = await this.send('POST', '/Users', { schemas: [USER_SCHEMA], userName, ...attributes });
    if (status !== 201) throw new Error(`The user was not created: ${status} ${body.detail}`);
    return body.id;
  }

  /** Creates a group with these members; answers its id. */
  async group(displayName: string, members: readonly string[] = [], attributes: object = {}): Promise<string> {
    const sent = { schemas: [GROUP_SCHEMA], displayName, members: members.map((value) => ({ value })), ...attributes };
    const { status, body } = await this.send('POST', '/Groups', sent);
    if (status !== 201) throw new Error(`The group was not created: ${status} ${body.detail}`);
    return body.id;
  }

  patch(path: string, ...Operations: object[]): Promise<ScimAnswer> {
    return this.send('PATCH', path, { schemas: [PATCH_SCHEMA], Operations });
  }
}
