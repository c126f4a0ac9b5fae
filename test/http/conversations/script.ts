import type { ApiClient } from '#testing/api-client';
import { publication } from '#testing/test-integration';
import type { TestServer } from '#testing/test-server';
import { ScriptTokens } from '../../../src/integrations/tokens/domain/script-tokens.js';
import type { Owner } from './support.js';

let names = 0;

/** Publishes an integration with these scopes and installs it; `script` is what its script sends with. */
export async function install(
  server: TestServer,
  owner: Owner,
  scopes: string[],
): Promise<{ name: string; id: string; script: ApiClient }> {
  const name = `helpdesk-${Date.now()}-${names++}`;
  const base = `/v1/integrations/${name}`;
  await owner.api.post(base, publication(owner.organization, { scopes }));
  const { id } = (await owner.api.post(`${base}/installations`, { organization: owner.organization })).body;
  await server.drain();
  const [row] = await server.rows<{ id: string }>('select id from integrations.integration where name = $1', [name]);
  const installation = { id, organizationId: owner.organization };
  const identity = { integrationId: row?.id ?? '', installation, depth: 0 };
  const token = await server.app.get(ScriptTokens, { strict: false }).mint(identity, server.clock.now());
  return { name, id, script: server.as(token) };
}
