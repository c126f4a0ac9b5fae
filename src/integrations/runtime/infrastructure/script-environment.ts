import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { Settings } from '#kernel/infrastructure/settings';
import { OrganizationsByIds, type OrganizationView } from '#organization';
import { placeOf } from '../../installations/domain/installation.js';
import { configurationOf } from '../../installations/domain/installed.js';
import { Seals } from '../../installations/domain/seals.js';
import { targetPlaceOf } from '../../installations/domain/target-installation.js';
import { toInstallationView, toTargetView } from '../../installations/infrastructure/installation-views.js';
import type { IntegrationView } from '../../integrations/application/integration.view.js';
import { toIntegrationView } from '../../integrations/infrastructure/integration-views.js';
import { ScriptTokens } from '../../tokens/domain/script-tokens.js';
import type { ScriptSubject } from './script-subjects.js';

/** What scripts get besides the event. Both `authToken` and `apiTokens`: older libraries of scripts read the first. */
export interface ScriptEnvironment {
  apiEndpoint: string;
  apiTokens: { integration: string; installation?: string };
  authToken: string;
  integration: IntegrationView;
  installation?: object;
  spaceInstallation?: object;
  siteInstallation?: object;
  secrets: Record<string, string>;
  signingSecrets: { integration: string; installation?: string; spaceInstallation?: string; siteInstallation?: string };
  signingSecret: string;
}

/** A caller without rights: views say what the caller may do. */
const WITHOUT_RIGHTS: Caller = { userId: '', roles: new Map(), teams: [] };

/** Builds the environments of calls: one statement for the owner of the integration. */
@Injectable()
export class ScriptEnvironments {
  readonly #signing: Uint8Array;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly tokens: ScriptTokens,
    private readonly seals: Seals,
    secretBox: SecretBox,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    this.#signing = secretBox.keyFor('signing secrets of integrations v1');
  }

  /** The organization that published the integration. */
  async ownerOf({ integration: { id, organizationId } }: ScriptSubject): Promise<OrganizationView> {
    const owners = await this.dispatcher.ask(new OrganizationsByIds(WITHOUT_RIGHTS, [organizationId]));
    const owner = owners.get(organizationId);
    if (!owner) throw new Error(`The organization of the integration ${id} is not there`);
    return owner;
  }

  async of(subject: ScriptSubject, depth: number, known?: OrganizationView): Promise<ScriptEnvironment> {
    const { integration, installation, target, secrets } = subject;
    const now = this.clock.now();
    const integrationId = integration.id;
    const at = installation && { id: installation.id, organizationId: installation.organizationId };
    const [owner, ownToken, installedToken] = await Promise.all([
      known ?? this.ownerOf(subject),
      this.tokens.mint({ integrationId, depth }, now),
      at ? this.tokens.mint({ integrationId, installation: at, depth }, now) : undefined,
    ]);
    const installed = installation && this.#installed(installation, integration.name);
    const onTarget = target && this.#onTarget(target, integration.name);
    const ownSecret = createHmac('sha256', this.#signing).update(integrationId).digest('base64url');
    return {
      apiEndpoint: this.settings.publicUrl,
      apiTokens: { integration: ownToken, ...(installedToken === undefined ? {} : { installation: installedToken }) },
      authToken: installedToken ?? ownToken,
      integration: toIntegrationView(withDates(integration), owner, WITHOUT_RIGHTS, this.settings),
      ...(installed ? { installation: installed.view } : {}),
      ...(onTarget ? { [`${onTarget.kind}Installation`]: onTarget.view } : {}),
      secrets,
      signingSecrets: {
        integration: ownSecret,
        ...(installed ? { installation: installed.secret } : {}),
        ...(onTarget ? { [`${onTarget.kind}Installation`]: onTarget.secret } : {}),
      },
      signingSecret: installed?.secret ?? ownSecret,
    };
  }

  #installed(record: NonNullable<ScriptSubject['installation']>, name: string): { view: object; secret: string } {
    const state = withDates(record);
    const place = placeOf(record.id);
    const configuration = configurationOf(state, this.seals, place);
    const view = toInstallationView({ ...state, name, spaces: record.spaces }, configuration, this.settings);
    return { view, secret: this.seals.open(record.signingSecretSealed, place) };
  }

  #onTarget(record: NonNullable<ScriptSubject['target']>, name: string) {
    const state = withDates(record);
    const place = targetPlaceOf(record.id);
    const configuration = configurationOf(state, this.seals, place);
    const view = toTargetView({ ...state, name }, configuration, undefined, this.settings);
    return { kind: record.kind, view, secret: this.seals.open(record.signingSecretSealed, place) };
  }
}

/** A record from JSON, whose times are texts. */
function withDates<R extends { createdAt: string; updatedAt: string }>(
  record: R,
): Omit<R, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date } {
  return { ...record, createdAt: new Date(record.createdAt), updatedAt: new Date(record.updatedAt) };
}
