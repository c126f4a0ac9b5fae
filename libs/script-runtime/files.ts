import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.js';
import { WRAPPER } from './wrapper.js';

/** The names of what is in the folder of one process. */
export const SCRIPT_SOCKET = 'script.sock';
export const EGRESS_SOCKET = 'egress.sock';
export const CONFIGURATION = 'workerd.capnp';

/**
 * The service named "internet" replaces the implicit one, so there is no way out but our egress. The script gets no
 * bindings. Paths are relative to the folder, in which the process runs.
 */
const configuration = (memoryMb: number): string => `
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  v8Flags = ["--max-old-space-size=${memoryMb}"],
  services = [
    (name = "internet", external = (address = "unix:${EGRESS_SOCKET}", http = (style = proxy))),
    (name = "script", worker = (
      modules = [(name = "main", esModule = embed "main.js"), (name = "script", esModule = embed "script.js")],
      compatibilityDate = "2025-05-25",
      compatibilityFlags = ["nodejs_compat", "disallow_importable_env"],
      globalOutbound = "internet",
    )),
  ],
  sockets = [(name = "script", address = "unix:${SCRIPT_SOCKET}", http = (style = host), service = "script")],
);
`;

/** Makes the folder of one process, which only its user and root can enter. */
export function writeFiles(folder: string, source: string, memoryMb: number, account: Account | undefined): void {
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, CONFIGURATION), configuration(memoryMb), { mode: 0o644 });
  writeFileSync(join(folder, 'main.js'), WRAPPER, { mode: 0o644 });
  writeFileSync(join(folder, 'script.js'), source, { mode: 0o644 });
  if (account) chownSync(folder, account.uid, account.gid);
}
