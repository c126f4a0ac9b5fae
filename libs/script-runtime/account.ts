/** The system user that runs a process. `undefined` elsewhere means the current user. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Numbers without an account in /etc/passwd: nothing on the machine belongs to them. They are below 65536, as
 * containers often map no others.
 */
const FIRST_UID = 62_000;

/**
 * When this process is root, each process of a script runs as a user of its own: it can reach neither our files nor the
 * processes of other scripts.
 */
export function accountOf(slot: number): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return { uid: FIRST_UID + slot, gid: FIRST_UID + slot };
}
