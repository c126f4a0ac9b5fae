import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { EnsureServerOrganization, SERVER_ORGANIZATION } from '#organization';
import { PublishOwnIntegrations } from '../../contract/commands.js';
import { Integrations } from '../domain/integrations.js';
import { OwnIntegrations } from '../domain/own-integrations.js';
import { BuiltIntegrations } from './built-integrations.js';
import { PublishIntegration, UnpublishIntegration } from './integration.commands.js';
import { sentIntegration } from './sent-integration.js';

/** The server itself, as the administrator of its organization. */
const SERVER: Caller = { userId: SERVER_ORGANIZATION, roles: new Map([[SERVER_ORGANIZATION, 'admin']]), teams: [] };

interface Change {
  name: string;
  /** Undefined for one that is not wanted any more. */
  digest: string | undefined;
}

@CommandHandler(PublishOwnIntegrations)
export class PublishOwnIntegrationsHandler implements ICommandHandler<PublishOwnIntegrations> {
  constructor(
    private readonly built: BuiltIntegrations,
    private readonly own: OwnIntegrations,
    private readonly integrations: Integrations,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute(): Promise<string[]> {
    const wanted = await this.built.wanted();
    // Most starts end here, without a lock.
    if (changesOf(wanted, await this.own.published()).length === 0) return [];
    const published = await this.own.held();
    await this.dispatcher.run(new EnsureServerOrganization());
    const done: string[] = [];
    for (const change of changesOf(wanted, published)) {
      if (!(await this.#isOurs(change.name, published.get(change.name) ?? null))) continue;
      await this.#apply(change);
      done.push(change.name);
    }
    return done;
  }

  /** Whether the server may change the one with this name: its own, unless it was un-published by someone else. */
  async #isOurs(name: string, digest: string | null): Promise<boolean> {
    const held = await this.integrations.held(name);
    return !held || (held.organizationId === SERVER_ORGANIZATION && (held.published || digest === null));
  }

  async #apply({ name, digest }: Change): Promise<void> {
    if (digest === undefined) await this.dispatcher.run(new UnpublishIntegration(SERVER, name));
    else {
      const request = { ...(await this.built.request(name)), organization: SERVER_ORGANIZATION };
      await this.dispatcher.run(new PublishIntegration(SERVER, name, sentIntegration(request)));
    }
    await this.own.note(name, digest ?? null);
  }
}

function changesOf(wanted: ReadonlyMap<string, string>, published: ReadonlyMap<string, string | null>): Change[] {
  const added = [...wanted].filter(([name, digest]) => published.get(name) !== digest);
  const ended = [...published].filter(([name, digest]) => digest !== null && !wanted.has(name));
  return [
    ...added.map(([name, digest]) => ({ name, digest })),
    ...ended.map(([name]) => ({ name, digest: undefined })),
  ];
}
