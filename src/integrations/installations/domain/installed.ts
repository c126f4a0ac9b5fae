import { canonicalJson } from '#kernel/domain/canonical-json';
import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';
import { randomDigits } from '#kernel/domain/id';
import {
  isComplete,
  requireValidConfiguration,
  type Configuration,
  type ConfigurationSchema,
} from '../../integrations/domain/configuration-schema.js';
import type { PreviousInstallation } from '../../contract/events.js';
import type { Seals } from './seals.js';

/**
 * `pending`: something that is required is not set. `paused`: an administrator has switched it off. The script of an
 * installation hears of events only while it is `active`.
 */
export type InstallationStatus = 'active' | 'pending' | 'paused';

/** What all kinds of installations keep. */
export interface InstalledState {
  status: InstallationStatus;
  /** The configuration as JSON, encrypted. */
  configurationSealed: string;
  externalIds: string[];
  /** The key with which the script signs what it hands out, encrypted. */
  signingSecretSealed: string;
  updatedAt: Date;
}

/** What a caller may change of any kind of installation; a member left out stays. */
export interface InstalledChanges {
  externalIds?: readonly string[] | undefined;
  configuration?: Configuration | undefined;
  /** An administrator pauses an installation, and lets it go on. */
  status?: 'active' | 'paused' | undefined;
}

const MAX_EXTERNAL_IDS = 5;
const MAX_EXTERNAL_ID = 1024;
/** Characters of a configuration as JSON. */
const MAX_CONFIGURATION = 65_536;
/** 256 bits. */
const SECRET_DIGITS = 43;

/** The state of something that was just installed, with nothing set. */
export function installed(
  schema: ConfigurationSchema | undefined,
  seals: Seals,
  place: string,
  now: Date,
): InstalledState {
  return {
    status: isComplete(schema, {}) ? 'active' : 'pending',
    configurationSealed: seals.seal('{}', place),
    externalIds: [],
    signingSecretSealed: seals.seal(randomDigits(SECRET_DIGITS), place),
    updatedAt: now,
  };
}

export function configurationOf({ configurationSealed }: InstalledState, seals: Seals, place: string): Configuration {
  return JSON.parse(seals.open(configurationSealed, place)) as Configuration;
}

/** Changes what is set. Returns how it was before, or undefined where nothing differs. */
export function configure(
  state: InstalledState,
  changes: InstalledChanges,
  schema: ConfigurationSchema | undefined,
  seals: Seals,
  place: string,
): PreviousInstallation | undefined {
  const before = { status: state.status, configuration: state.configurationSealed };
  const current = configurationOf(state, seals, place);
  const { configuration = current, externalIds = state.externalIds } = changes;
  if (changes.configuration) requireBounded(configuration);
  if (changes.configuration) requireValidConfiguration(schema, configuration);
  const paused = changes.status === undefined ? state.status === 'paused' : changes.status === 'paused';
  const status = paused ? 'paused' : isComplete(schema, configuration) ? 'active' : 'pending';
  const reconfigured = canonicalJson(current as never) !== canonicalJson(configuration as never);
  const identified = validExternalIds(externalIds);
  if (!reconfigured && status === state.status && identified.join('\n') === state.externalIds.join('\n'))
    return undefined;
  state.status = status;
  state.externalIds = identified;
  if (reconfigured) state.configurationSealed = seals.seal(JSON.stringify(configuration), place);
  return before;
}

function requireBounded(configuration: Configuration): void {
  const text = JSON.stringify(configuration);
  if (text.length > MAX_CONFIGURATION)
    throw new Invalid(`configuration takes at most ${MAX_CONFIGURATION} characters of JSON`);
  if (text.includes('\\u0000')) throw new Invalid('configuration has the character U+0000, which no text may have');
}

function validExternalIds(ids: readonly string[]): string[] {
  if (ids.length > MAX_EXTERNAL_IDS) throw new Invalid(`externalIds takes at most ${MAX_EXTERNAL_IDS} ids`);
  if (ids.some((id) => id === '' || id.includes('\u0000') || exceeds(id, MAX_EXTERNAL_ID)))
    throw new Invalid(`externalIds takes texts of 1 to ${MAX_EXTERNAL_ID} characters`);
  return [...new Set(ids)];
}
