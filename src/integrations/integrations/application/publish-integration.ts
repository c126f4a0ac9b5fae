import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Conflict, Forbidden, NotFound } from '#kernel/domain/errors';
import { FindOrganization } from '#organization';
import { readPolicy } from '../domain/content-security-policy.js';
import { Integration } from '../domain/integration.js';
import { mayKnow, requirePublisher } from '../domain/integration.policy.js';
import { Integrations } from '../domain/integrations.js';
import { MAX_ICON_BYTES, MAX_PREVIEW_BYTES, Pictures, type Picture } from '../domain/picture.js';
import type { Manifest } from '../domain/manifest.js';
import { readConfigurations, readSecrets } from '../domain/manifest-parts.js';
import { PublishIntegration, type SentIntegration } from './integration.commands.js';

@CommandHandler(PublishIntegration)
export class PublishIntegrationHandler implements ICommandHandler<PublishIntegration> {
  constructor(
    private readonly integrations: Integrations,
    private readonly pictures: Pictures,
    private readonly dispatcher: Dispatcher,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, name, sent }: PublishIntegration): Promise<void> {
    const organizationId = await this.dispatcher.ask(new FindOrganization(caller, sent.organization));
    if (organizationId === undefined) throw new NotFound('Organization not found');
    requirePublisher(caller, organizationId);
    const { script, visibility } = sent;
    const secrets = readSecrets(sent.secrets);
    const { manifest, pictures } = await this.#read(sent);
    const [now, by] = [this.clock.now(), caller.userId];
    const held = await this.integrations.held(name);
    if (held && held.organizationId !== organizationId)
      throw mayKnow(caller, held.snapshot())
        ? new Forbidden('Another organization publishes an integration with this name')
        : new Conflict('This name is taken');
    const integration = held ?? Integration.reserve(organizationId, name, by, now);
    const current = held && (await this.integrations.current(held));
    const { changed, isNewVersion } = integration.publish({ manifest, visibility, script, secrets }, current, now);
    if (!changed) return;
    await (held ? this.integrations.save(integration) : this.integrations.add(integration));
    if (isNewVersion)
      await this.integrations.addVersion(integration, { script, secrets, pictures, publishedBy: by, publishedAt: now });
    await this.trail.record({
      organizations: [organizationId],
      action: 'integration.published',
      actorId: by,
      target: { type: 'integration', id: integration.id, label: name },
      payload: { version: integration.release, visibility },
    });
  }

  async #read(sent: SentIntegration): Promise<{ manifest: Manifest; pictures: Picture[] }> {
    const icon = sent.icon === undefined ? undefined : await this.pictures.read('icon', sent.icon, MAX_ICON_BYTES);
    const previews = await Promise.all(
      sent.previewImages.map((image, at) => this.pictures.read(`previewImages.${at}`, image, MAX_PREVIEW_BYTES)),
    );
    const policy = readPolicy(sent.contentSecurityPolicy);
    const manifest: Manifest = {
      ...sent.manifest,
      configurations: readConfigurations(sent.configurations),
      ...(policy === undefined ? {} : { contentSecurityPolicy: policy }),
      ...(icon ? { icon: icon.sha256 } : {}),
      previewImages: previews.map(({ sha256 }) => sha256),
    };
    return { manifest, pictures: icon ? [icon, ...previews] : previews };
  }
}
