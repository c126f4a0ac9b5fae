import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import {
  InstallationDeleted,
  InstallationUpdated,
  IntegrationPublished,
  IntegrationUnpublished,
  TargetInstallationDeleted,
  TargetInstallationUpdated,
  type PreviousInstallation,
} from '../../contract/events.js';
import { placeOf } from '../../installations/domain/installation.js';
import { targetPlaceOf } from '../../installations/domain/target-installation.js';
import { AnnounceToInstallations, RecordEvent } from '../application/event.commands.js';
import type { SealedConfiguration } from '../domain/delivered-event.js';

/** Events of an installation keep their order. */
const ofInstallation = ({ installation }: { installation: string }): string => `integrations.events ${installation}`;

const sealed = (previous: PreviousInstallation | null, place: string): SealedConfiguration | undefined =>
  previous ? { sealed: previous.configuration, place } : undefined;

@Injectable()
@ReactsTo(InstallationUpdated, 'integrations.tell-installation-setup', { queue: ofInstallation })
export class TellInstallationSetup {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, installation, integration, status, previous }: InstallationUpdated): Promise<void> {
    await this.dispatcher.run(
      new RecordEvent({
        ...{ organizationId: organization, integrationId: integration, installationId: installation },
        type: 'installation_setup',
        payload: { status, ...(previous ? { previous: { status: previous.status } } : {}) },
        previous: sealed(previous, placeOf(installation)),
      }),
    );
  }
}

@Injectable()
@ReactsTo(InstallationDeleted, 'integrations.tell-installation-end', { queue: ofInstallation })
export class TellInstallationEnd {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, installation, integration, previous }: InstallationDeleted): Promise<void> {
    await this.dispatcher.run(
      new RecordEvent({
        ...{ organizationId: organization, integrationId: integration, installationId: installation },
        type: 'installation_deleted',
        payload: { previous: { status: previous.status } },
        previous: sealed(previous, placeOf(installation)),
      }),
    );
  }
}

@Injectable()
@ReactsTo(TargetInstallationUpdated, 'integrations.tell-target-setup', { queue: ofInstallation })
export class TellTargetSetup {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle(event: TargetInstallationUpdated): Promise<void> {
    const { organization, installation, integration, kind, target, record, status, previous } = event;
    await this.dispatcher.run(
      new RecordEvent({
        ...{ organizationId: organization, integrationId: integration, installationId: installation },
        target: { kind, id: target },
        type: `${kind}_installation_setup`,
        payload: { [`${kind}Id`]: target, status, ...(previous ? { previous: { status: previous.status } } : {}) },
        previous: sealed(previous, targetPlaceOf(record)),
      }),
    );
  }
}

@Injectable()
@ReactsTo(TargetInstallationDeleted, 'integrations.tell-target-end', { queue: ofInstallation })
export class TellTargetEnd {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle(event: TargetInstallationDeleted): Promise<void> {
    const { organization, installation, integration, kind, target, record, previous } = event;
    await this.dispatcher.run(
      new RecordEvent({
        ...{ organizationId: organization, integrationId: integration, installationId: installation },
        target: { kind, id: target },
        type: `${kind}_installation_deleted`,
        payload: { [`${kind}Id`]: target, previous: { status: previous.status } },
        previous: sealed(previous, targetPlaceOf(record)),
      }),
    );
  }
}

@Injectable()
@ReactsTo(IntegrationUnpublished, 'integrations.tell-end-of-integration')
export class TellEndOfIntegration {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ integration }: IntegrationUnpublished): Promise<void> {
    await this.dispatcher.run(new AnnounceToInstallations(integration, 'installation_deleted'));
  }
}

@Injectable()
@ReactsTo(IntegrationPublished, 'integrations.tell-return-of-integration', { when: ({ again }) => again })
export class TellReturnOfIntegration {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ integration }: IntegrationPublished): Promise<void> {
    await this.dispatcher.run(new AnnounceToInstallations(integration, 'installation_setup'));
  }
}
