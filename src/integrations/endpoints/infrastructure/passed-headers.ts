import type { Settings } from '#kernel/infrastructure/settings';
import type { ScriptReply } from '../../runtime/domain/scripts.js';

type Header = readonly [name: string, value: string];

/** They belong to the connection with the script, or promise things of this server that are not the script's to promise. */
const DROPPED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'strict-transport-security',
  'clear-site-data',
  'service-worker-allowed',
  'content-security-policy',
  'x-request-id',
]);
/** What pages of scripts may do on a host that they share with the API: everything but act in its name. */
const SANDBOX = 'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';

/**
 * The headers of a script's answer as browsers get them. On the host of the API the answer is kept in a sandbox, and sets
 * no cookies: a script must not act as the user who is signed in there.
 */
export function passedHeaders(
  { headers }: ScriptReply,
  policy: string | null,
  { publicUrl, integrationsUrl }: Settings,
): Header[] {
  const apart = new URL(integrationsUrl).hostname !== new URL(publicUrl).hostname;
  const passed = headers.filter(([name]) => !DROPPED.has(name) && (apart || name !== 'set-cookie'));
  const policies = [policy ?? [], apart ? [] : SANDBOX].flat();
  return policies.length === 0 ? passed : [...passed, ['content-security-policy', policies.join(', ')]];
}
