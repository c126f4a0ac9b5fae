import { SCRIPT_SCOPES, type ScriptScope } from '#kernel/application/scopes';
import type { ApiClient } from '#testing/api-client';
import type { Described } from '#testing/api-document';
import { publication } from '#testing/test-integration';
import type { TestServer } from '#testing/test-server';
import { ScriptTokens } from '../../../src/integrations/tokens/domain/script-tokens.js';
import type { MatrixCaller } from './cast.js';
import { doneOf, unseenOf, type Need, type Outcome } from './expected.js';
import type { Owner } from './records.js';

const INSTALLED = 'script with the scope, installed on all';
const BARE = 'script without scopes';
const LACKING = 'script with every other scope';
const ELSEWHERE = 'script installed on another organization';
const UNINSTALLED = 'script of the integration itself';
const NOWHERE = 'script installed on no space and no site';

/** The scopes that open an operation to scripts; undefined where none does. */
export function scriptScopesOf({ operation }: Described): readonly ScriptScope[] | undefined {
  const scopes = (operation as { 'x-quire-scripts'?: true | readonly ScriptScope[] })['x-quire-scripts'];
  return scopes === true ? undefined : scopes;
}

/** Whether an operation is open to every script, for the records of its own integration. */
export function isOfEveryScript({ operation }: Described): boolean {
  return (operation as { 'x-quire-scripts'?: unknown })['x-quire-scripts'] === true;
}

/** What scripts are answered. */
export function expectedOfScript(described: Described, need: Need, { name }: MatrixCaller): Outcome {
  if (need.of === 'anybody') return doneOf(described);
  if (!scriptScopesOf(described) || name === BARE || name === LACKING) return 403;
  if (name === ELSEWHERE || name === UNINSTALLED) return unseenOf(described);
  const { operationId } = described.operation;
  const isOfTarget = need.of === 'space' || described.path.includes('{siteId}') || operationId === 'getContentByUrl';
  if (name === NOWHERE && isOfTarget) return unseenOf(described);
  // Others' comments are not its own to delete.
  return operationId.startsWith('deleteComment') ? 403 : doneOf(described);
}

/** Scripts who call: integrations that differ in their scopes and in where they are installed. */
export class ScriptCast {
  readonly #lacking = new Map<string, Promise<MatrixCaller>>();
  #published = 0;

  private constructor(
    private readonly server: TestServer,
    private readonly owner: Owner,
    private readonly callers: MatrixCaller[],
  ) {}

  static async gather(server: TestServer, owner: Owner): Promise<ScriptCast> {
    const cast = new ScriptCast(server, owner, []);
    const elsewhere = await server.administrator();
    const every = await cast.#publish(SCRIPT_SCOPES);
    const other = await cast.#publish(SCRIPT_SCOPES);
    const bare = await cast.#publish([]);
    const on = await cast.#install(other, owner);
    await owner.api.patch(`${other.path}/installations/${on.id}`, {
      space_selection: 'selected',
      site_selection: 'selected',
    });
    cast.callers.push(
      callerOf(BARE, await cast.#script(bare, await cast.#install(bare, owner))),
      callerOf(ELSEWHERE, await cast.#script(every, await cast.#install(every, elsewhere))),
      callerOf(UNINSTALLED, await cast.#script(every)),
      callerOf(NOWHERE, await cast.#script(other, on)),
      callerOf(INSTALLED, await cast.#script(every, await cast.#install(every, owner))),
    );
    return cast;
  }

  /** Those whom an operation is tried by, the one who may call it last. */
  async of(described: Described): Promise<MatrixCaller[]> {
    const scopes = scriptScopesOf(described);
    return scopes ? [await this.#lackingOf(scopes), ...this.callers] : this.callers;
  }

  #lackingOf(scopes: readonly ScriptScope[]): Promise<MatrixCaller> {
    const key = scopes.join();
    let known = this.#lacking.get(key);
    if (known === undefined) {
      known = (async () => {
        const integration = await this.#publish(SCRIPT_SCOPES.filter((scope) => !scopes.includes(scope)));
        return callerOf(LACKING, await this.#script(integration, await this.#install(integration, this.owner)));
      })();
      this.#lacking.set(key, known);
    }
    return known;
  }

  async #publish(scopes: readonly ScriptScope[]): Promise<Published> {
    const { organization, api } = this.owner;
    const name = `matrix-${organization.toLowerCase()}-${++this.#published}`;
    const path = `/v1/integrations/${name}`;
    const answer = await api.post(path, publication(organization, { scopes, visibility: 'public' }));
    if (answer.status !== 200) throw new Error(`Publishing was answered with ${answer.status}: ${answer.text}`);
    const [row] = await this.server.rows<{ id: string }>('select id from integrations.integration where name = $1', [
      name,
    ]);
    return { path, id: row?.id ?? '' };
  }

  async #install({ path }: Published, { api, organization }: Owner): Promise<Installed> {
    const { status, body } = await api.post(`${path}/installations`, { organization });
    if (status !== 201) throw new Error(`Installing was answered with ${status}`);
    return { id: body.id, organizationId: organization };
  }

  async #script({ id }: Published, installation?: Installed): Promise<ApiClient> {
    const tokens = this.server.app.get(ScriptTokens, { strict: false });
    const identity = { integrationId: id, installation, depth: 0 };
    return this.server.as(await tokens.mint(identity, this.server.clock.now()));
  }
}

interface Published {
  path: string;
  id: string;
}

interface Installed {
  id: string;
  organizationId: string;
}

function callerOf(name: string, api: ApiClient): MatrixCaller {
  return { name, kind: 'script', role: null, api };
}
