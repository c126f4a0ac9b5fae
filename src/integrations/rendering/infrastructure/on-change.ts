import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { ForgetComponents } from '#publishing';
import {
  InstallationDeleted,
  InstallationUpdated,
  IntegrationPublished,
  IntegrationUnpublished,
  TargetInstallationDeleted,
  TargetInstallationUpdated,
} from '../../contract/events.js';
import { INTEGRATION_NAMES } from '../../integrations/infrastructure/reading.js';

/** Renderers know what components showed by the name of the integration. */
@Injectable()
export class RenderedComponents {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
  ) {}

  async forget(integrationId: string): Promise<void> {
    const row = await this.sql.row<{ name: string }>(
      'rendering.name',
      `select n.name from ${INTEGRATION_NAMES} n where n.integration_id = $1`,
      [integrationId],
    );
    if (row) await this.dispatcher.run(new ForgetComponents(row.name));
  }
}

@Injectable()
@ReactsTo(IntegrationPublished, 'integrations.forget-components-of-version')
export class ForgetComponentsOfVersion {
  constructor(private readonly components: RenderedComponents) {}

  handle({ integration }: IntegrationPublished): Promise<void> {
    return this.components.forget(integration);
  }
}

@Injectable()
@ReactsTo(IntegrationUnpublished, 'integrations.forget-components-of-unpublished')
export class ForgetComponentsOfUnpublished {
  constructor(private readonly components: RenderedComponents) {}

  handle({ integration }: IntegrationUnpublished): Promise<void> {
    return this.components.forget(integration);
  }
}

@Injectable()
@ReactsTo(InstallationUpdated, 'integrations.forget-components-of-installation')
export class ForgetComponentsOfInstallation {
  constructor(private readonly components: RenderedComponents) {}

  handle({ integration }: InstallationUpdated): Promise<void> {
    return this.components.forget(integration);
  }
}

@Injectable()
@ReactsTo(InstallationDeleted, 'integrations.forget-components-of-uninstalled')
export class ForgetComponentsOfUninstalled {
  constructor(private readonly components: RenderedComponents) {}

  handle({ integration }: InstallationDeleted): Promise<void> {
    return this.components.forget(integration);
  }
}

@Injectable()
@ReactsTo(TargetInstallationUpdated, 'integrations.forget-components-of-target')
export class ForgetComponentsOfTarget {
  constructor(private readonly components: RenderedComponents) {}

  handle({ integration }: TargetInstallationUpdated): Promise<void> {
    return this.components.forget(integration);
  }
}

@Injectable()
@ReactsTo(TargetInstallationDeleted, 'integrations.forget-components-of-left-target')
export class ForgetComponentsOfLeftTarget {
  constructor(private readonly components: RenderedComponents) {}

  handle({ integration }: TargetInstallationDeleted): Promise<void> {
    return this.components.forget(integration);
  }
}
