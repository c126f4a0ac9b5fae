import { Command } from 'commander';
import { readSettings, SettingsInvalid, type Settings } from '#kernel/infrastructure/settings';
import { GuardedOutbound } from '#outbound';
import { fail, ok, type Finding } from '../checks/check.js';
import { checkBackups } from '../checks/backups.js';
import { checkDatabase } from '../checks/database.js';
import { checkAdminToken, checkBlobs, checkDataFolder, checkSecretKey } from '../checks/disk.js';
import { checkMemory, checkNode, checkPort, checkPublicUrl, checkSsh } from '../checks/surroundings.js';
import { print, type Act, type Terminal } from '../terminal.js';
import { messageOf } from '../../start/refusal.js';

/** `quire doctor`: checks the setup and reports problems, one line for each check. */
export function doctorCommand(terminal: Terminal, act: Act): Command {
  return new Command('doctor')
    .description('check the set-up and say what is wrong; exits with 1 if something must be done')
    .action(() => act(examine(terminal)));
}

async function examine(terminal: Terminal): Promise<number> {
  let failed = false;
  for await (const { state, subject, message, details = [] } of findings(terminal)) {
    failed ||= state === 'fail';
    print(terminal, `${state.padEnd(4)}  ${subject}: ${message}`);
    for (const line of details) print(terminal, `      ${line}`);
  }
  return failed ? 1 : 0;
}

async function* findings({ env }: Terminal): AsyncGenerator<Finding> {
  yield checkNode();
  const settings = settingsOf(env);
  if (settings instanceof SettingsInvalid) {
    for (const problem of settings.problems) yield fail('settings', problem);
    return;
  }
  yield ok('settings', 'all are valid');
  yield checkMemory(settings);
  yield* await checkDataFolder(settings);
  const database = await checkDatabase(settings);
  yield* database.findings;
  yield await checkSecretKey(settings, database.inUse);
  yield await checkAdminToken(settings);
  yield await checkBlobs(settings);
  yield* await checkBackups(settings);
  yield await checkPort(settings);
  yield checkPublicUrl(settings, env);
  yield checkOutbound(settings);
  yield checkSsh();
}

function settingsOf(env: NodeJS.ProcessEnv): Settings | SettingsInvalid {
  try {
    return readSettings(env);
  } catch (error) {
    if (error instanceof SettingsInvalid) return error;
    throw error;
  }
}

function checkOutbound({ outboundAllow }: Settings): Finding {
  const subject = 'outbound rules';
  try {
    new GuardedOutbound({ allow: outboundAllow });
  } catch (error) {
    return fail(subject, `QUIRE_OUTBOUND_ALLOW cannot be used: ${messageOf(error)}`);
  }
  if (outboundAllow.length === 0) return ok(subject, 'public addresses only');
  return ok(subject, `public addresses and ${outboundAllow.join(', ')}`);
}
