import type { ApiClient, Request } from '#testing/api-client';
import type { Described } from '#testing/api-document';
import { requestFor } from '#testing/sample-request';
import { publication } from '#testing/test-integration';
import type { TestServer } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { uploadOf, zipOf } from '../../contexts/content/exchange/transfer-fixture.js';
import { ELSEWHERE, TEAM_OWNER, THEMSELVES, type Cast, type MatrixCaller } from './cast.js';
import { isRefusal, scopeOf, type Need, type Outcome, type Row } from './expected.js';
import { grant, makeRecords, type Owner, type Records } from './records.js';
import { Watch } from './watch.js';

let sources = 0;

export type Ids = Readonly<Record<string, string>>;

/** What requests name besides the sample records; they do not change it. */
interface Outside {
  /** Address of a page outside. */
  site: string;
  /** The id of a template of the owner's. */
  template: string;
}

/** Requests that succeed for authorized callers, where the sample of the operation would not. */
export const REQUESTS: Readonly<Record<string, (ids: Ids, outside: Outside) => Request>> = {
  inviteToSpace: ({ userId }) => ({ body: { users: [userId], role: 'read' } }),
  inviteToCollection: ({ userId }) => ({ body: { users: [userId], role: 'read' } }),
  transferSpace: ({ organizationId }) => ({ body: { organization: organizationId } }),
  transferCollection: ({ organizationId }) => ({ body: { organization: organizationId } }),
  requestReviewersForChangeRequest: ({ userId = '' }) => ({ body: { users: [userId] } }),
  receiveGitHook: ({ gitHookSecret = '' }) => ({ headers: { 'x-gitlab-token': gitHookSecret } }),
  receiveSiteGitHook: ({ siteGitHookSecret = '' }) => ({ headers: { 'x-gitlab-token': siteGitHookSecret } }),
  getEmbedByUrlInSpace: (_, { site }) => ({ query: { url: site } }),
  submitSiteAgentFeedback: ({ spaceId }) => ({
    body: { feedback: 'Sample', url: 'https://docs.example.org/', spaceId, pageId: 'nobody' },
  }),
  createChangeRequestForConversationsIssuesCluster: ({ spaceId }) => ({ body: { space: spaceId } }),
  applyTemplateToSpace: (_, { template }) => ({ body: { id: template } }),
  createTranslation: ({ spaceId }) => ({ body: { source: { space: spaceId, language: 'en' }, language: 'de' } }),
  getComputedDocument: ({ spaceId, documentId, translationId }) => ({
    body: {
      source: {
        type: 'builtin:translation',
        props: { space: spaceId, document: documentId },
        dependencies: { translation: { ref: { kind: 'translation', translation: translationId } } },
      },
      seed: '1',
    },
  }),
  getPublishedContentByUrl: ({ publishedUrl = '' }) => ({ query: { url: publishedUrl } }),
  resolvePublishedContentByUrl: ({ publishedUrl }) => ({ body: { url: publishedUrl } }),
  getContentByUrl: ({ spaceId }) => ({ query: { url: `http://quire.test/s/${spaceId}/` } }),
  addSectionToSite: ({ unplacedSpaceId }) => ({ body: { spaceId: unplacedSpaceId } }),
  addSpaceToSite: ({ unplacedSpaceId }) => ({ body: { spaceId: unplacedSpaceId } }),
  sortSiteStructure: ({ siteSpaceId }) => ({
    body: { item: { type: 'site-space', id: siteSpaceId }, position: {} },
  }),
  getSiteRedirectBySource: ({ siteRedirectSource = '' }) => ({ query: { source: siteRedirectSource } }),
  // A new source for each caller: the next one could not create the same again.
  createSiteRedirect: () => ({
    body: { source: `/sample-${++sources}`, destination: { kind: 'external', url: 'https://example.com/' } },
  }),
  createOpenAPISpec: () => ({ body: { slug: `sample-${++sources}`, source: { text: 'openapi: 3.1.0' } } }),
  publishIntegration: ({ organizationId = '' }) => ({ body: publication(organizationId) }),
  installIntegrationOnSpace: ({ spaceId }) => ({ body: { space: spaceId } }),
  installIntegrationOnSite: ({ siteId }) => ({ body: { siteId } }),
  installIntegration: ({ organizationId }) => ({ body: { organization: organizationId } }),
  importContent: () => uploadOf(zipOf({ 'README.md': '# Sample\n' })),
  sendImportUploadPart: () => ({ query: { offset: '0' }, ...uploadOf(Buffer.from('sample')) }),
  importContentIntoChangeRequest: () => uploadOf(zipOf({ 'README.md': '# Sample\n' })),
  uploadFileToSpace: () => uploadOf(Buffer.from('sample')),
  uploadFileToChangeRequest: () => uploadOf(Buffer.from('sample')),
};

/** After these the records are not what they were: a stranger is a member, a page is gone, a conflict settled. */
const USES_UP = [
  'unpublishSite',
  'applySiteConfig',
  'addSectionToSite',
  'addSpaceToSite',
  'joinOrganizationWithInvite',
  'importContent',
  'mergeChangeRequest',
  'resolveChangeRequestConflict',
];

/** Reads that have something made first, and noted. */
const HAS_MADE = ['getSpacePDF', 'getChangeRequestPDF', 'getSitePublishingAuthById'];

/** What differs from the plain request of an operation. */
export interface Variant {
  body?: (ids: Ids) => object;
  /** Run before each caller calls; the records are not used again. */
  prepare?: (server: TestServer, ids: Ids) => Promise<unknown>;
}

/** What came of a request: how it was answered, and the tables in which it wrote. */
export interface Sent {
  outcome: Outcome;
  text: string;
  wrote: string[];
}

/** Calls operations as everybody, on records of which none is gone: what uses them up is undone. */
export class Matrix {
  #records: Records | undefined;
  cells = 0;

  private constructor(
    private readonly server: TestServer,
    private readonly cast: Cast,
    private readonly watch: Watch,
    private readonly outside: Outside,
  ) {}

  static async of(server: TestServer, cast: Cast, site: string): Promise<Matrix> {
    const template = await TestSpace.create(cast.owner);
    await template.api.patch(template.path, { template: true });
    await grant(server, cast.owner.organization, { space: template.id }, cast.grants);
    return new Matrix(server, cast, await Watch.over(server), { site, template: template.id });
  }

  /** The callers an operation is tried by: grants matter to content, the user named and the owner to their records. */
  async callers(described: Described, need: Need): Promise<MatrixCaller[]> {
    const ofContent = need.of === 'space' || need.of === 'collection';
    const { themselves, teamOwner, elsewhere } = await this.records();
    const names = (pattern: RegExp) => !ofContent && pattern.test(described.path);
    const member = { kind: 'member', role: null } as const;
    return [
      ...this.cast.callers.filter(({ kind }) => kind !== 'granted' || ofContent),
      this.cast.narrow(scopeOf(described)),
      { name: ELSEWHERE, kind: 'elsewhere', role: null, api: elsewhere.api },
      ...(names(/\{(userId|tokenId)\}/) ? [{ ...member, name: THEMSELVES, api: themselves.api }] : []),
      ...(names(/\{teamId\}/) ? [{ ...member, name: TEAM_OWNER, api: teamOwner.api }] : []),
    ];
  }

  async records(): Promise<Records> {
    return (this.#records ??= await this.make(this.cast.owner));
  }

  /** Makes records, which is nothing that a caller wrote. */
  async make(owner: Owner): Promise<Records> {
    const records = await makeRecords(this.server, owner, owner === this.cast.owner ? this.cast.grants : []);
    await this.settle();
    return records;
  }

  /** Takes what was written until now for granted. */
  async settle(): Promise<void> {
    await this.watch.changed();
  }

  /** What an operation answers each of these callers; what it wrote for those whom it refused. */
  async row(
    described: Described,
    callers: readonly MatrixCaller[],
    variant: Variant = {},
  ): Promise<{ row: Row; wrote: string[] }> {
    const row: Row = {};
    const wrote: string[] = [];
    for (const caller of callers) {
      const sent = await this.#call(described, caller, variant);
      row[caller.name] = sent.outcome;
      if (isRefusal(sent.outcome)) wrote.push(...sent.wrote.map((table) => `${table} for ${caller.name}`));
    }
    if (variant.prepare) this.#records = undefined;
    return { row, wrote };
  }

  async #call(described: Described, caller: MatrixCaller, { body, prepare }: Variant): Promise<Sent> {
    const { ids, themselves, teamOwner, elsewhere } = await this.records();
    const ofRecords: Readonly<Record<string, ApiClient>> = {
      [THEMSELVES]: themselves.api,
      [TEAM_OWNER]: teamOwner.api,
      [ELSEWHERE]: elsewhere.api,
    };
    if (prepare) {
      await prepare(this.server, ids);
      await this.settle();
    }
    const sent = await this.send(described, ofRecords[caller.name] ?? caller.api, ids, body);
    const used = USES_UP.includes(described.operation.operationId) && !isRefusal(sent.outcome);
    if (sent.outcome === 'deleted' || used) await this.watch.undo();
    return sent;
  }

  /** Sends an operation. Of a deletion that is answered with 204, the outcome tells whether there was one. */
  async send(described: Described, api: ApiClient, ids: Ids, body?: Variant['body']): Promise<Sent> {
    this.cells++;
    const { method, path, operation } = described;
    const sample = requestFor(path, operation, ids);
    const more = body ? { body: body(ids) } : REQUESTS[operation.operationId]?.(ids, this.outside);
    const request = more ? { query: sample.request.query ?? {}, ...more } : sample.request;
    const { status, text } = await api.send(method.toUpperCase(), sample.url, request);
    const reads = method === 'get' && !HAS_MADE.includes(operation.operationId);
    const wrote = reads ? [] : await this.watch.changed();
    if (method !== 'delete' || status !== 204) return { outcome: status, text, wrote };
    return { outcome: wrote.length > 0 ? 'deleted' : 'nothing to delete', text, wrote };
  }
}
